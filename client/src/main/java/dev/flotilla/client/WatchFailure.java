package dev.flotilla.client;

import org.jspecify.annotations.Nullable;

/** Why a watch ended itself. */
public final class WatchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kinds of reasons. */
  public enum Reason {
    /** The group with the id that was watched is there no more, and another has its name. */
    WRONG_GROUP,
    /** The listener threw; the cause is what it threw. */
    LISTENER_FAILED
  }

  private final Reason reason;

  /** With the reason, and what is known in words. */
  public WatchFailure(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** The kind of reason. */
  public Reason reason() {
    return reason;
  }
}
