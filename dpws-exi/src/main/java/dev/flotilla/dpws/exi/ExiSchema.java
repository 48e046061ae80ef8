package dev.flotilla.dpws.exi;

import dev.flotilla.dpws.http.HttpResource;
import java.nio.charset.StandardCharsets;

/**
 * A schema of an application. Immutable.
 *
 * @param name the file name by which other schemas import it
 * @param namespace its target namespace
 * @param text the schema
 */
public record ExiSchema(String name, String namespace, String text) {
  /** A schema that a device serves. */
  public static ExiSchema of(String name, String namespace, HttpResource document) {
    return new ExiSchema(name, namespace, new String(document.content(), StandardCharsets.UTF_8));
  }
}
