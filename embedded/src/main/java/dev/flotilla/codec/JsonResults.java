package dev.flotilla.codec;

import dev.flotilla.raft.model.Bytes;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** {@link RecordCodec#forResults}. */
final class JsonResults<C> implements ResultCodec<C, Object> {
  private final Map<Class<?>, ValueCodec<Object>> codecs = new HashMap<>();
  private final SortedMap<String, Shape> shapes = new TreeMap<>();

  JsonResults(CasesShape cases, Function<Class<?>, Type> resultOf) {
    Shapes known = new Shapes();
    cases.forEach(
        (command, name) -> {
          Type type = resultOf.apply(command);
          if (type == Void.class) {
            codecs.put(command, new Checked(name, Void.class, new JsonValues<>(type, null)));
          } else {
            Shape shape = known.of(type);
            shapes.put(name, shape);
            codecs.put(command, new Checked(name, raw(type), new JsonValues<>(type, shape)));
          }
        });
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
  }

  @Override
  public ValueCodec<Object> of(C command) {
    ValueCodec<Object> codec = codecs.get(command.getClass());
    if (codec == null) {
      throw new IllegalArgumentException(
          command.getClass().getName() + " is none of the commands of the group");
    }
    return codec;
  }

  @Override
  public Optional<String> schema() {
    return Optional.of(JsonSchema.of(shapes));
  }

  /** The compiler has not seen whether a state returns what the command names. */
  private record Checked(String command, Class<?> type, JsonValues<Object> json)
      implements ValueCodec<Object> {
    @Override
    public Bytes encode(Object value) {
      if (value != null && !type.isInstance(value)) {
        throw new IllegalArgumentException(
            "the result of %s is a %s, and the state has returned a %s"
                .formatted(command, type.getName(), value.getClass().getName()));
      }
      try {
        return json.encode(value);
      } catch (ClassCastException e) {
        throw new IllegalArgumentException(
            "the result of %s holds what its type does not: %s".formatted(command, e.getMessage()),
            e);
      }
    }

    @Override
    public Object decode(Bytes bytes) throws CodecException {
      return json.decode(bytes);
    }
  }
}
