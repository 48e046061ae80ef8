package dev.flotilla.dpws;

import dev.flotilla.dpws.xml.XmlText;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import javax.xml.namespace.QName;

/**
 * What must hold of every value that a reader has accepted. Goes through records, so that no field
 * that is added later is forgotten.
 */
public final class Accepted {
  /** Judges a number by the name of its field. */
  @FunctionalInterface
  public interface Numbers {
    /**
     * Looks at one number.
     *
     * @throws AssertionError if it must not have been accepted
     */
    void check(String name, long number);
  }

  private final Numbers numbers;

  private Accepted(Numbers numbers) {
    this.numbers = numbers;
  }

  /**
   * Looks at every text and number in a value.
   *
   * @throws AssertionError if XML cannot carry a text, or a number is out of its limits
   */
  public static void check(Object value, Numbers numbers) {
    new Accepted(numbers).look("", value);
  }

  private void look(String name, Object value) {
    if (value instanceof String text) {
      requireCarriable(name, text);
    } else if (value instanceof Long || value instanceof Integer) {
      numbers.check(name, ((Number) value).longValue());
    } else if (value instanceof Optional<?> some) {
      some.ifPresent(it -> look(name, it));
    } else if (value instanceof OptionalLong some) {
      some.ifPresent(it -> look(name, it));
    } else if (value instanceof Iterable<?> several) {
      several.forEach(it -> look(name, it));
    } else if (value instanceof QName qualified) {
      requireCarriable(name, qualified.getNamespaceURI());
      requireCarriable(name, qualified.getLocalPart());
    } else if (value instanceof URI uri) {
      requireCarriable(name, uri.toString());
    } else if (value instanceof Record record) {
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        look(component.getName(), valueOf(component, record));
      }
    }
  }

  private static Object valueOf(RecordComponent component, Record record) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static void requireCarriable(String name, String text) {
    if (!XmlText.isCarriable(text)) {
      throw new AssertionError(name + " holds what XML cannot carry: " + text);
    }
  }
}
