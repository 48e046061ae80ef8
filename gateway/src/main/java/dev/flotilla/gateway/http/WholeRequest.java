package dev.flotilla.gateway.http;

import java.util.Arrays;
import java.util.Objects;

/**
 * A complete request, as it is sent to a web server, however often. Immutable: nobody changes the
 * body.
 */
public final class WholeRequest {
  private final String method;
  private final String target;
  private final Fields fields;
  private final byte[] body;

  /**
   * A request.
   *
   * @param fields without those of a connection, and without the length
   * @param body not copied; must not be changed any more
   */
  public WholeRequest(String method, String target, Fields fields, byte[] body) {
    this.method = method;
    this.target = target;
    this.fields = fields;
    this.body = body;
  }

  /** The method. */
  public String method() {
    return method;
  }

  /** The path with its query. */
  public String target() {
    return target;
  }

  /** The fields that are forwarded. */
  public Fields fields() {
    return fields;
  }

  /** The body itself, not a copy. */
  public byte[] body() {
    return body;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WholeRequest that
        && method.equals(that.method)
        && target.equals(that.target)
        && fields.equals(that.fields)
        && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return Objects.hash(method, target, fields, Arrays.hashCode(body));
  }

  @Override
  public String toString() {
    return method + " " + target + ", body of " + body.length + " bytes";
  }
}
