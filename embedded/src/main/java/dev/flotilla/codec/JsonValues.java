package dev.flotilla.codec;

import dev.flotilla.raft.model.Bytes;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link RecordCodec#forValues}. */
final class JsonValues<T extends @Nullable Object> implements ValueCodec<T> {
  private final String name;
  private final @Nullable Shape shape;

  /** No shape: there are no values but null. */
  JsonValues(Type type, @Nullable Shape shape) {
    this.name = type instanceof Class<?> plain ? plain.getSimpleName() : type.getTypeName();
    this.shape = shape;
  }

  @Override
  public Optional<String> schema() {
    return Optional.ofNullable(shape).map(JsonSchema::of);
  }

  @Override
  public Bytes encode(T value) {
    if (shape == null) {
      return Bytes.EMPTY;
    }
    if (value == null) {
      throw new IllegalArgumentException("a " + name + " is not null");
    }
    return JsonOutput.write(shape, value);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // Null is the one value of Void.
  public T decode(Bytes bytes) throws CodecException {
    if (shape != null) {
      return (T) FlatInput.read(shape, bytes);
    }
    if (bytes.size() > 0) {
      throw new CodecException("nothing is expected, not " + bytes.size() + " bytes");
    }
    return null;
  }
}
