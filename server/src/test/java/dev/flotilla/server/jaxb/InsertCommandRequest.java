package dev.flotilla.server.jaxb;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** A command. */
@XmlRootElement(name = "InsertCommandRequest")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "CommandType",
    propOrder = {"uid", "command", "parameters"})
public final class InsertCommandRequest {
  @XmlElement private String uid;
  @XmlElement private String command;
  @XmlElement private String parameters;

  /** For JAXB. */
  public InsertCommandRequest() {}

  /** A request with every element of 2014. */
  public InsertCommandRequest(String uid, String command, String parameters) {
    this.uid = uid;
    this.command = command;
    this.parameters = parameters;
  }

  @Override
  public String toString() {
    return uid + " " + command + " " + parameters;
  }
}
