package dev.flotilla.server.jaxb;

import jakarta.xml.bind.annotation.XmlRegistry;

/** By this JAXB finds the classes of a context path. */
@XmlRegistry
public final class ObjectFactory {
  /** A request to be filled. */
  public InsertCommandRequest createInsertCommandRequest() {
    return new InsertCommandRequest();
  }

  /** A question to be filled. */
  public ReadRequest createReadRequest() {
    return new ReadRequest();
  }

  /** An answer to be filled. */
  public ReadResponse createReadResponse() {
    return new ReadResponse();
  }

  /** A response to be filled. */
  public InsertCommandResponse createInsertCommandResponse() {
    return new InsertCommandResponse();
  }
}
