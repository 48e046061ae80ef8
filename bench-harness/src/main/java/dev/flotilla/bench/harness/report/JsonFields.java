package dev.flotilla.bench.harness.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a JSON object; an absent field or null gives the default. */
record JsonFields(JsonObject object) {
  String text(String name, String byDefault) {
    JsonPrimitive value = primitive(name);
    return value == null ? byDefault : value.getAsString();
  }

  double number(String name, double byDefault) {
    JsonPrimitive value = primitive(name);
    return value == null ? byDefault : value.getAsDouble();
  }

  int whole(String name, int byDefault) {
    return (int) number(name, byDefault);
  }

  boolean flag(String name, boolean byDefault) {
    JsonPrimitive value = primitive(name);
    return value == null ? byDefault : value.getAsBoolean();
  }

  private @Nullable JsonPrimitive primitive(String name) {
    return object.get(name) instanceof JsonPrimitive value ? value : null;
  }

  /** The object of that name; an empty one if it is absent. */
  JsonFields fields(String name) {
    JsonElement value = object.get(name);
    boolean isThere = value != null && value.isJsonObject();
    return new JsonFields(isThere ? value.getAsJsonObject() : new JsonObject());
  }

  /** The objects of an array; none if it is absent. */
  List<JsonFields> all(String name) {
    List<JsonFields> found = new ArrayList<>();
    JsonElement value = object.get(name);
    if (value != null && value.isJsonArray()) {
      for (JsonElement each : value.getAsJsonArray()) {
        if (each.isJsonObject()) {
          found.add(new JsonFields(each.getAsJsonObject()));
        }
      }
    }
    return found;
  }

  /** The numbers of an array, or the one number that stands in its place. */
  List<Double> numbers(String name) {
    List<Double> found = new ArrayList<>();
    JsonElement value = object.get(name);
    if (value != null && value.isJsonArray()) {
      for (JsonElement each : value.getAsJsonArray()) {
        if (each.isJsonPrimitive()) {
          found.add(each.getAsDouble());
        }
      }
    } else if (value != null && value.isJsonPrimitive()) {
      found.add(value.getAsDouble());
    }
    return found;
  }

  /** The fields that are plain values, as text. */
  Map<String, String> texts() {
    Map<String, String> found = new TreeMap<>();
    object
        .entrySet()
        .forEach(
            entry -> {
              if (entry.getValue().isJsonPrimitive()) {
                found.put(entry.getKey(), entry.getValue().getAsString());
              }
            });
    return found;
  }
}
