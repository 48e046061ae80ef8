package dev.flotilla.server.jaxb;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigInteger;

/** A command that was read back. */
@XmlRootElement(name = "ReadResponse")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "ReadResponseType",
    propOrder = {
      "uid",
      "index",
      "term",
      "command",
      "parameters",
      "success",
      "result",
      "leaderAddress"
    })
public final class ReadResponse {
  @XmlElement private String uid;
  @XmlElement private BigInteger index;
  @XmlElement private BigInteger term;
  @XmlElement private String command;
  @XmlElement private String parameters;
  @XmlElement private boolean success;
  @XmlElement private String result;
  @XmlElement private String leaderAddress;

  @Override
  public String toString() {
    return String.join(" ", uid, command, parameters);
  }

  /** Where to go instead; null if it was found. */
  public String leaderAddress() {
    return leaderAddress;
  }

  /** Its result; null if there is none. */
  public String result() {
    return result;
  }

  /** Whether it was found, and at an index of the log. */
  public boolean isFound() {
    return success && index != null && term != null;
  }
}
