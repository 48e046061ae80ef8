package dev.flotilla.codec;

import com.google.gson.JsonObject;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * Collects the JSON Schema (draft 2020-12) of a shape. A record is defined once under its name, and
 * referred to, so a record may hold itself. Not thread-safe.
 */
final class JsonSchema {
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

  private final JsonObject definitions = new JsonObject();

  private JsonSchema() {}

  /** The schema of a shape, as JSON text. */
  static String of(Shape shape) {
    JsonSchema schema = new JsonSchema();
    return schema.document(shape.describe(schema));
  }

  /** The schema of an object with a property for each shape, under its name. */
  static String of(SortedMap<String, Shape> shapes) {
    JsonSchema schema = new JsonSchema();
    JsonObject properties = new JsonObject();
    shapes.forEach((name, shape) -> properties.add(name, shape.describe(schema)));
    JsonObject object = type("object");
    object.add("properties", properties);
    return schema.document(object);
  }

  private String document(JsonObject described) {
    JsonObject root = new JsonObject();
    root.addProperty("$schema", DRAFT);
    described.asMap().forEach(root::add);
    if (!definitions.isEmpty()) {
      root.add("$defs", definitions);
    }
    return root.toString();
  }

  /** An object with one property {@code type}. */
  static JsonObject type(String name) {
    JsonObject object = new JsonObject();
    object.addProperty("type", name);
    return object;
  }

  /** A reference to a definition, which is made now if it is not there. */
  JsonObject reference(String name, Supplier<JsonObject> definition) {
    if (!definitions.has(name)) {
      definitions.add(name, new JsonObject());
      definitions.add(name, definition.get());
    }
    JsonObject reference = new JsonObject();
    reference.addProperty("$ref", "#/$defs/" + name);
    return reference;
  }
}
