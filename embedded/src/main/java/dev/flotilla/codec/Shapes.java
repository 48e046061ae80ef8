package dev.flotilla.codec;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shapes of types, and refuses those that cannot be carried, naming the component. Used
 * by one thread, for the making of one codec.
 */
final class Shapes {
  private static final String KOTLIN =
      "a data class of Kotlin is a record only with the annotation @JvmRecord; add it";

  private final Map<Class<?>, Shape> known = new HashMap<>();

  /** The shape of a type that is not a component. */
  Shape of(Type type) {
    return of(type, type instanceof Class<?> plain ? plain.getSimpleName() : type.getTypeName());
  }

  /** The shapes of all records that a command type permits, or of the one that it is. */
  CasesShape cases(Class<?> type, Map<? extends Class<?>, String> names) {
    CasesShape cases = new CasesShape();
    Map<Class<?>, String> unused = new HashMap<>(names);
    addCases(type, cases, unused, type.getSimpleName());
    if (!unused.isEmpty()) {
      throw new IllegalArgumentException(
          "a name is given to what is no record of " + type.getSimpleName() + ": " + unused);
    }
    return cases;
  }

  private void addCases(
      Class<?> type, CasesShape cases, Map<Class<?>, String> names, String where) {
    if (type.isRecord()) {
      String name = names.getOrDefault(type, type.getSimpleName());
      names.remove(type);
      if (name.isBlank()) {
        throw new IllegalArgumentException(where + ": the name of " + type + " is blank");
      }
      cases.add(type, name, ofRecord(type));
      return;
    }
    if (!type.isSealed()) {
      throw refusal(
          where,
          type,
          isOfKotlin(type) ? KOTLIN : "commands and alternatives are records in sealed interfaces");
    }
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      addCases(permitted, cases, names, where);
    }
  }

  private Shape of(Type type, String where) {
    if (type instanceof Class<?> plain) {
      return ofClass(plain, where);
    }
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return new ListShape(of(arguments[0], where + "[]"));
      }
      if (generic.getRawType() == Map.class) {
        return new MapShape(keyOf(arguments[0], where), of(arguments[1], where + "[]"));
      }
    }
    throw refusal(where, type, reason(type));
  }

  private Shape ofClass(Class<?> type, String where) {
    Shape scalar = Scalars.of(type);
    if (scalar != null) {
      return scalar;
    }
    if (type.isRecord()) {
      return ofRecord(type);
    }
    if (type.isSealed()) {
      Shape found = known.get(type);
      return found != null ? found : ofSealed(type, where);
    }
    throw refusal(where, type, isOfKotlin(type) ? KOTLIN : reason(type));
  }

  /** By its name: there is no library of Kotlin here. */
  private static boolean isOfKotlin(Class<?> type) {
    return Arrays.stream(type.getAnnotations())
        .anyMatch(it -> it.annotationType().getName().equals("kotlin.Metadata"));
  }

  private Shape ofSealed(Class<?> type, String where) {
    CasesShape cases = new CasesShape();
    known.put(type, cases);
    addCases(type, cases, new HashMap<>(), where);
    return cases;
  }

  private Shape ofRecord(Class<?> type) {
    Shape found = known.get(type);
    if (found != null) {
      return found;
    }
    if (type.getTypeParameters().length > 0) {
      throw refusal(type.getSimpleName(), type, "a record with type parameters is not supported");
    }
    RecordComponent[] components = type.getRecordComponents();
    RecordShape shape = new RecordShape(type, constructorOf(type, components));
    known.put(type, shape);
    List<RecordShape.Component> shaped = new ArrayList<>();
    for (RecordComponent component : components) {
      shaped.add(component(shaped.size(), component));
    }
    shape.complete(shaped);
    return shape;
  }

  private RecordShape.Component component(int place, RecordComponent component) {
    String where = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    Method accessor = component.getAccessor();
    open(accessor, component.getDeclaringRecord());
    Type held = heldByOptional(component.getGenericType());
    Shape shape = of(held != null ? held : component.getGenericType(), where);
    return new RecordShape.Component(
        place,
        component.getName(),
        JsonOutput.label(component.getName()),
        accessor,
        shape,
        held != null);
  }

  private static @Nullable Type heldByOptional(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
        ? generic.getActualTypeArguments()[0]
        : null;
  }

  private static Scalars.Text<?> keyOf(Type type, String where) {
    Scalars.Text<?> key = type instanceof Class<?> plain ? Scalars.key(plain) : null;
    if (key == null) {
      throw refusal(where, type, "the keys of a map are texts, enums, UUIDs or times");
    }
    return key;
  }

  private static Constructor<?> constructorOf(Class<?> type, RecordComponent[] components) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> canonical = type.getDeclaredConstructor(types);
      open(canonical, type);
      return canonical;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every record has a canonical constructor", e);
    }
  }

  private static void open(AccessibleObject member, Class<?> type) {
    try {
      member.setAccessible(true);
    } catch (InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          "%s is in a module that hides it; add to its module-info: opens %s;"
              .formatted(type.getName(), type.getPackageName()),
          e);
    }
  }

  private static String reason(Type type) {
    String name = type.getTypeName();
    if (name.startsWith("java.util.Optional")) {
      return "only a component can be an Optional, of a type that is not primitive";
    }
    if (name.startsWith("java.util.") && name.contains("Set")) {
      return "the order of a set differs between servers; use a List";
    }
    if (name.startsWith("java.util.List") || name.startsWith("java.util.Map")) {
      return "say what it holds";
    }
    return "see RecordCodec for the types that can";
  }

  private static IllegalArgumentException refusal(String where, Type type, String reason) {
    return new IllegalArgumentException(
        "%s: %s cannot be carried: %s".formatted(where, type.getTypeName(), reason));
  }
}
