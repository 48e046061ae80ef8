package dev.flotilla.codec;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.stream.JsonToken;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A sealed interface of records: an object whose one member is named after the record. A command is
 * such a member: its name, and its object ({@link RecordCodec#forCommands}).
 */
final class CasesShape implements Shape, CommandCodec<Object> {
  private final SortedMap<String, Shape> byName = new TreeMap<>();
  private final Map<Class<?>, String> names = new HashMap<>();

  void add(Class<?> type, String name, Shape shape) {
    if (byName.put(name, shape) != null) {
      throw new IllegalArgumentException(
          type.getName() + " is the second record named '" + name + "'; give it another name");
    }
    names.put(type, name);
  }

  /** Visits the classes with their names, in the order of names. */
  void forEach(BiConsumer<Class<?>, String> visitor) {
    names.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(it -> visitor.accept(it.getKey(), it.getValue()));
  }

  @Override
  public String nameOf(Object value) {
    String name = names.get(value.getClass());
    if (name == null) {
      throw new IllegalArgumentException(
          value.getClass().getName() + " is none of " + byName.keySet());
    }
    return name;
  }

  /** The shape of one case's object; complains to the sender of an unknown name. */
  private Shape named(String name) throws CodecException {
    @Nullable Shape shape = byName.get(name);
    if (shape == null) {
      throw new CodecException(JsonInput.quote(name) + " is unknown, known are " + byName.keySet());
    }
    return shape;
  }

  private Shape shapeOf(Object value) {
    return Objects.requireNonNull(byName.get(nameOf(value)));
  }

  @Override
  public Bytes parametersOf(Object command) {
    return JsonOutput.write(shapeOf(command), command);
  }

  @Override
  public Object decode(String name, Bytes parameters) throws CodecException {
    return FlatInput.read(named(name), parameters);
  }

  @Override
  public Optional<String> schema() {
    return Optional.of(JsonSchema.of(this));
  }

  /** One object for each case, whose one member has the name of the case. */
  @Override
  public JsonObject describe(JsonSchema schema) {
    JsonArray cases = new JsonArray();
    byName.forEach((name, shape) -> cases.add(oneMember(name, shape.describe(schema))));
    JsonObject choice = new JsonObject();
    choice.add("oneOf", cases);
    return choice;
  }

  private static JsonObject oneMember(String name, JsonObject member) {
    JsonObject properties = new JsonObject();
    properties.add(name, member);
    JsonArray required = new JsonArray();
    required.add(name);
    JsonObject object = JsonSchema.type("object");
    object.add("properties", properties);
    object.add("required", required);
    object.addProperty("additionalProperties", false);
    return object;
  }

  @Override
  public void write(Object value, JsonOutput out) {
    out.begin('{');
    out.nextMember(JsonOutput.label(nameOf(value)));
    shapeOf(value).write(value, out);
    out.end('}');
  }

  @Override
  public Object read(JsonInput in) throws IOException, CodecException {
    in.expect(JsonToken.BEGIN_OBJECT, "an object");
    in.json().beginObject();
    in.expect(JsonToken.NAME, "one of " + byName.keySet());
    Object value = named(in.name()).read(in);
    in.expect(JsonToken.END_OBJECT, "the end of the object");
    in.json().endObject();
    return value;
  }
}
