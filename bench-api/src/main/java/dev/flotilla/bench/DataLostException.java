package dev.flotilla.bench;

import java.io.IOException;
import java.io.Serial;

/** A system under test has lost what it had acknowledged; nothing is measured after that. */
public final class DataLostException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  /** Says what was lost and where the evidence is. */
  public DataLostException(String message) {
    super(message);
  }
}
