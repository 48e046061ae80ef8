package dev.flotilla;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state rejected the command: it was executed, once, with that outcome. The message is the
 * reason that the state gave.
 */
public final class CommandRejected extends FlotillaException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String code;

  CommandRejected(String reason, Optional<String> code) {
    super(reason);
    this.code = code.orElse(null);
  }

  /** The code that the state gave with {@link Rejected#Rejected(String, String)}, if it did. */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }
}
