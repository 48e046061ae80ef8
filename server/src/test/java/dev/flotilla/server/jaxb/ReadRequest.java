package dev.flotilla.server.jaxb;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** A question for a command. */
@XmlRootElement(name = "ReadRequest")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "ReadRequestType")
public final class ReadRequest {
  @XmlElement private String uid;

  /** For JAXB. */
  public ReadRequest() {}

  /** For the command of a uid. */
  public ReadRequest(String uid) {
    this.uid = uid;
  }

  @Override
  public String toString() {
    return uid;
  }
}
