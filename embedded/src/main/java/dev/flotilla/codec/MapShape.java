package dev.flotilla.codec;

import com.google.gson.JsonObject;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A map: a JSON object with its members in the order of their names. */
record MapShape(Scalars.Text<?> key, Shape element) implements Shape {
  @Override
  public JsonObject describe(JsonSchema schema) {
    JsonObject object = JsonSchema.type("object");
    object.add("propertyNames", key.describe(schema));
    object.add("additionalProperties", element.describe(schema));
    return object;
  }

  @Override
  public void write(Object value, JsonOutput out) {
    Map<String, Object> sorted = new TreeMap<>();
    for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
      if (each.getKey() == null) {
        throw new IllegalArgumentException("a key is null");
      }
      sorted.put(key.toText(each.getKey()), each.getValue());
    }
    out.begin('{');
    for (Map.Entry<String, Object> each : sorted.entrySet()) {
      out.nextMember(JsonOutput.label(each.getKey()));
      out.part("[" + JsonInput.quote(each.getKey()) + "]", element, each.getValue());
    }
    out.end('}');
  }

  @Override
  public Object read(JsonInput in) throws IOException, CodecException {
    in.expect(JsonToken.BEGIN_OBJECT, "an object");
    in.json().beginObject();
    Map<Object, Object> elements = new LinkedHashMap<>();
    while (in.json().hasNext()) {
      Object name = key.fromText(in.name(), in);
      if (elements.put(name, element.read(in)) != null) {
        throw in.complaintAboutLast("the member is there twice");
      }
    }
    in.json().endObject();
    return Collections.unmodifiableMap(elements);
  }
}
