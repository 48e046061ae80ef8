package dev.flotilla.server.jaxb;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** What a command came to. */
@XmlRootElement(name = "InsertCommandResponse")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "CommandResultType",
    propOrder = {"success", "result", "leaderAddress"})
public final class InsertCommandResponse {
  @XmlElement private boolean success;
  @XmlElement private String result;
  @XmlElement private String leaderAddress;

  /** Whether it was executed and accepted. */
  public boolean isSuccess() {
    return success;
  }

  /** What the state machine said; null unless executed. */
  public String result() {
    return result;
  }

  /** Where to go instead; null if executed. */
  public String leaderAddress() {
    return leaderAddress;
  }
}
