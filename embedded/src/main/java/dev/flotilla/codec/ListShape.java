package dev.flotilla.codec;

import com.google.gson.JsonObject;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A list: a JSON array. */
record ListShape(Shape element) implements Shape {
  @Override
  public JsonObject describe(JsonSchema schema) {
    JsonObject array = JsonSchema.type("array");
    array.add("items", element.describe(schema));
    return array;
  }

  @Override
  public void write(Object value, JsonOutput out) {
    out.begin('[');
    int place = 0;
    for (Object each : (List<?>) value) {
      out.nextElement();
      out.part("[" + place + "]", element, each);
      place++;
    }
    out.end(']');
  }

  @Override
  public Object read(JsonInput in) throws IOException, CodecException {
    in.expect(JsonToken.BEGIN_ARRAY, "a list");
    in.json().beginArray();
    List<Object> elements = new ArrayList<>();
    while (in.json().hasNext()) {
      elements.add(element.read(in));
    }
    in.json().endArray();
    return List.copyOf(elements);
  }
}
