package dev.flotilla.gateway.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/** A complete answer of a web server. Immutable: nobody changes the body. */
public final class WholeAnswer {
  private final int status;
  private final String reason;
  private final Fields fields;
  private final byte[] body;

  /**
   * An answer.
   *
   * @param reason the text after the status
   * @param fields without those of a connection
   * @param body not copied; must not be changed any more
   */
  public WholeAnswer(int status, String reason, Fields fields, byte[] body) {
    this.status = status;
    this.reason = reason;
    this.fields = fields;
    this.body = body;
  }

  /** The status code. */
  public int status() {
    return status;
  }

  /** The text after the status. */
  public String reason() {
    return reason;
  }

  /** The fields that are forwarded. */
  public Fields fields() {
    return fields;
  }

  /** The body itself, not a copy. */
  public byte[] body() {
    return body;
  }

  /** The same answer without the fields of a name. */
  public WholeAnswer without(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return new WholeAnswer(status, reason, fields.without(lower::equals), body);
  }

  /** The same answer with one more field. */
  public WholeAnswer with(String name, String value) {
    return new WholeAnswer(status, reason, fields.with(name, value), body);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WholeAnswer that
        && status == that.status
        && reason.equals(that.reason)
        && fields.equals(that.fields)
        && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return Objects.hash(status, reason, fields, Arrays.hashCode(body));
  }

  @Override
  public String toString() {
    return status + " " + reason + ", body of " + body.length + " bytes";
  }
}
