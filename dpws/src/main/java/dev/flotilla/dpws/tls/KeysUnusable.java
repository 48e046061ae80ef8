package dev.flotilla.dpws.tls;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A key directory cannot be used; the message names the file, and what to do. */
public final class KeysUnusable extends IOException {
  private static final long serialVersionUID = 1L;

  KeysUnusable(Path file, String reason, @Nullable Throwable cause) {
    super(file + " cannot be used: " + reason, cause);
  }
}
