package dev.flotilla.codec;

import com.google.gson.stream.JsonToken;
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
   * @param accessor reads it
   * @param shape of its type, or of what its {@link Optional} holds
   * @param isOptional whether its member may be missing
   */
  record Component(int place, String name, Method accessor, Shape shape, boolean isOptional) {}

  private final Class<?> type;
  private final Constructor<?> constructor;

  // Set once, before the codec is published: a record may hold itself, in a list.
  private List<Component> components = List.of();
  private final Map<String, Component> byName = new HashMap<>();

  RecordShape(Class<?> type, Constructor<?> constructor) {
    this.type = type;
    this.constructor = constructor;
  }

  void complete(List<Component> all) {
    components = List.copyOf(all);
    all.forEach(each -> byName.put(each.name, each));
  }

  @Override
  public void write(Object value, JsonOutput out) throws IOException {
    out.beginObject();
    for (Component component : components) {
      Object held = get(component, value);
      if (component.isOptional && held instanceof Optional<?> optional) {
        if (optional.isEmpty()) {
          continue;
        }
        held = optional.get();
      }
      out.json().name(component.name);
      Parts.write(type.getSimpleName() + "." + component.name, component.shape, held, out);
    }
    out.endObject();
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
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      requireNoError(e);
      throw in.complaintAboutLast(
          type.getSimpleName() + " refuses its values: " + messageOf(e.getCause()));
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
