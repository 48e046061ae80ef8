package dev.flotilla.codec;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.stream.JsonToken;
import dev.flotilla.codec.Scalars.ScalarShape;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record: a JSON object with a member for each component. */
final class RecordShape implements Shape {
  /**
   * A component.
   *
   * @param place in the canonical constructor
   * @param name of the component and of its member
   * @param label the name as it is written
   * @param accessor reads it
   * @param shape of its type, or of what its {@link Optional} holds
   * @param isOptional whether its member may be missing
   */
  record Component(
      int place, String name, String label, Method accessor, Shape shape, boolean isOptional) {}

  private final Class<?> type;
  private final Constructor<?> constructor;

  // Set once, before the codec is published: a record may hold itself, in a list.
  private List<Component> components = List.of();
  private final Map<String, Component> byName = new HashMap<>();
  private boolean isFlat;

  RecordShape(Class<?> type, Constructor<?> constructor) {
    this.type = type;
    this.constructor = constructor;
  }

  void complete(List<Component> all) {
    components = List.copyOf(all);
    all.forEach(each -> byName.put(each.name, each));
    isFlat = all.stream().allMatch(each -> each.shape instanceof ScalarShape);
  }

  @Override
  public JsonObject describe(JsonSchema schema) {
    return schema.reference(definitionName(), () -> definition(schema));
  }

  /** Records of the same simple name have definitions of their own. */
  private String definitionName() {
    return type.getName()
        .substring(type.getPackageName().isEmpty() ? 0 : type.getPackageName().length() + 1)
        .replace('$', '.');
  }

  private JsonObject definition(JsonSchema schema) {
    JsonObject properties = new JsonObject();
    JsonArray required = new JsonArray();
    for (Component component : components) {
      properties.add(component.name, component.shape.describe(schema));
      if (!component.isOptional) {
        required.add(component.name);
      }
    }
    JsonObject object = JsonSchema.type("object");
    object.add("properties", properties);
    object.add("required", required);
    object.addProperty("additionalProperties", false);
    return object;
  }

  @Override
  public void write(Object value, JsonOutput out) {
    out.begin('{');
    for (Component component : components) {
      Object held = get(component, value);
      if (component.isOptional && held instanceof Optional<?> optional) {
        if (optional.isEmpty()) {
          continue;
        }
        held = optional.get();
      }
      out.nextMember(component.label);
      out.part(type.getSimpleName() + "." + component.name, component.shape, held);
    }
    out.end('}');
  }

  @Override
  public Object read(JsonInput in) throws IOException, CodecException {
    in.expect(JsonToken.BEGIN_OBJECT, "an object");
    in.json().beginObject();
    @Nullable Object[] values = new @Nullable Object[components.size()];
    while (in.json().hasNext()) {
      readMember(in, values);
    }
    in.json().endObject();
    for (Component component : components) {
      values[component.place] = present(component, values[component.place], in);
    }
    return construct(values, in);
  }

  /** The record that is written as {@link #write} does it; null for any other text. */
  @Nullable Object readFlat(Bytes bytes) {
    if (!isFlat) {
      return null;
    }
    FlatInput in = new FlatInput(bytes);
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (Component component : components) {
      boolean isThere = in.member(component.label);
      Object value = isThere ? ((ScalarShape) component.shape).readFlat(in) : null;
      if (value == null && (isThere || !component.isOptional)) {
        return null;
      }
      values[component.place] = component.isOptional ? Optional.ofNullable(value) : value;
    }
    try {
      return in.isAtEnd() ? construct(values) : null;
    } catch (InvocationTargetException e) {
      return null;
    }
  }

  private void readMember(JsonInput in, @Nullable Object[] values)
      throws IOException, CodecException {
    String name = in.name();
    Component component = byName.get(name);
    if (component == null) {
      throw in.complaint(
          type.getSimpleName() + " has no " + JsonInput.quote(name) + ", it has " + names());
    }
    if (values[component.place] != null) {
      throw in.complaintAboutLast("the member is there twice");
    }
    values[component.place] = component.shape.read(in);
  }

  private Object present(Component component, @Nullable Object value, JsonInput in)
      throws CodecException {
    if (component.isOptional) {
      return Optional.ofNullable(value);
    }
    if (value == null) {
      throw in.complaintAboutLast(type.getSimpleName() + " needs a '" + component.name + "'");
    }
    return value;
  }

  private Object construct(@Nullable Object[] values, JsonInput in) throws CodecException {
    try {
      return construct(values);
    } catch (InvocationTargetException e) {
      throw in.complaintAboutLast(
          type.getSimpleName() + " refuses its values: " + messageOf(e.getCause()));
    }
  }

  private Object construct(@Nullable Object[] values) throws InvocationTargetException {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      requireNoError(e);
      throw e;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " could be made when its codec was", e);
    }
  }

  private static @Nullable Object get(Component component, Object value) {
    try {
      return component.accessor.invoke(value);
    } catch (InvocationTargetException e) {
      requireNoError(e);
      throw new IllegalArgumentException("the accessor of " + component.name + " fails", e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("the accessor of " + component.name + " fails", e);
    }
  }

  /**
   * Which is no refusal: another member, with more of stack or heap, might take the same values.
   */
  private static void requireNoError(InvocationTargetException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
  }

  private static @Nullable String messageOf(@Nullable Throwable refusal) {
    return refusal == null ? null : refusal.getMessage();
  }

  private List<String> names() {
    return components.stream().map(Component::name).toList();
  }
}
