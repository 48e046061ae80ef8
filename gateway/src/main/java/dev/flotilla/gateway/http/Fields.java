package dev.flotilla.gateway.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The header fields of a message, in their order.
 *
 * @param all each field
 */
public record Fields(List<Field> all) {
  /** No fields. */
  public static final Fields NONE = new Fields(List.of());

  /** Copies the list. */
  public Fields {
    all = List.copyOf(all);
  }

  /** The values of the fields of a name. */
  public List<String> values(String name) {
    return all.stream().filter(field -> field.is(name)).map(Field::value).toList();
  }

  /** The value of the first field of a name. */
  public Optional<String> first(String name) {
    return all.stream().filter(field -> field.is(name)).map(Field::value).findFirst();
  }

  /** Whether there is a field of a name. */
  public boolean has(String name) {
    return all.stream().anyMatch(field -> field.is(name));
  }

  /** The elements of comma-separated lists in the fields of a name, in lower case. */
  public Set<String> tokens(String name) {
    Set<String> tokens = new TreeSet<>();
    for (String value : values(name)) {
      for (String token : value.split(",", -1)) {
        tokens.add(token.strip().toLowerCase(Locale.ROOT));
      }
    }
    tokens.remove("");
    return tokens;
  }

  /** The fields whose lower-case names do not match. */
  public Fields without(Predicate<String> lowerCaseNames) {
    return new Fields(
        all.stream()
            .filter(field -> !lowerCaseNames.test(field.name().toLowerCase(Locale.ROOT)))
            .toList());
  }

  /** The same fields and one more at the end. */
  public Fields with(String name, String value) {
    List<Field> more = new ArrayList<>(all);
    more.add(new Field(name, value));
    return new Fields(more);
  }

  /** The same fields with one in place of all that had its name. */
  public Fields withOnly(String name, String value) {
    return without(name.toLowerCase(Locale.ROOT)::equals).with(name, value);
  }
}
