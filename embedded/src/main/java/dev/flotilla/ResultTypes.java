package dev.flotilla;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds out which result a command names. Stateless. */
final class ResultTypes {
  private ResultTypes() {}

  /**
   * The argument of {@link Command} that a record implements, directly or by another interface.
   *
   * @throws IllegalArgumentException if it implements none, or leaves the argument open
   */
  static Type of(Class<?> command) {
    Type result = find(command, Map.of());
    if (result == null) {
      throw new IllegalArgumentException(
          "%s names no result; have it implement Command<R>, or name one result type for the group"
              .formatted(command.getName()));
    }
    if (result instanceof TypeVariable<?>) {
      throw new IllegalArgumentException(
          "%s leaves its result %s open; have it implement Command with a type"
              .formatted(command.getName(), result));
    }
    return result;
  }

  private static @Nullable Type find(Class<?> type, Map<Type, Type> arguments) {
    for (Type implemented : type.getGenericInterfaces()) {
      Class<?> raw = raw(implemented);
      Map<Type, Type> given = arguments(implemented, raw, arguments);
      if (raw == Command.class) {
        return given.get(Command.class.getTypeParameters()[0]);
      }
      Type found = find(raw, given);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : (Class<?>) type;
  }

  /** What the type variables of an interface stand for; without arguments, for themselves. */
  private static Map<Type, Type> arguments(Type type, Class<?> raw, Map<Type, Type> outer) {
    TypeVariable<?>[] variables = raw.getTypeParameters();
    Map<Type, Type> given = new HashMap<>();
    for (int i = 0; i < variables.length; i++) {
      Type argument =
          type instanceof ParameterizedType generic
              ? generic.getActualTypeArguments()[i]
              : variables[i];
      given.put(variables[i], outer.getOrDefault(argument, argument));
    }
    return given;
  }
}
