package dev.flotilla.gateway.http;

/**
 * One header field, as it was received.
 *
 * @param name the name, in the case in which it came
 * @param value the value without the spaces around it
 */
public record Field(String name, String value) {
  /** Whether the field has this name, in any case. */
  public boolean is(String other) {
    return name.equalsIgnoreCase(other);
  }
}
