package dev.flotilla;

import dev.flotilla.node.statemachine.Rejection;
import java.util.Optional;

/** Thrown by a {@link ReplicatedState}: the command was understood and cannot be done. */
public final class Rejected extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Rejection rejection;

  /**
   * Rejects a command.
   *
   * @param reason what the client is told
   */
  public Rejected(String reason) {
    this(new Rejection(reason, Optional.empty()));
  }

  /**
   * Rejects a command with a code by which programs tell it from other rejections. The code is a
   * part of the result that all servers must agree on: bring a new one with a new {@link
   * Group#version(int, Class[])} of the command.
   *
   * @param code a constant of the application; 1 to 64 letters, digits, dots, hyphens and
   *     underscores. Another text is no code: the rejection has none then, on every server
   * @param reason what people are told
   */
  public Rejected(String code, String reason) {
    this(new Rejection(reason, Optional.of(code).filter(Rejection::isCode)));
  }

  private Rejected(Rejection rejection) {
    super(rejection.reason(), null, false, false);
    this.rejection = rejection;
  }

  /** The reason that the client is told. */
  public String reason() {
    return rejection.reason();
  }

  /** The code that the client is told, if there is one. */
  public Optional<String> code() {
    return rejection.code();
  }

  Rejection rejection() {
    return rejection;
  }
}
