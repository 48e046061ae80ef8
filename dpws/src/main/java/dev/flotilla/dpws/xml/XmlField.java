package dev.flotilla.dpws.xml;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A child that an element may have, and how its content is read: what {@link XmlFields#read} looks
 * for. Made once and kept in a constant. Immutable; any thread.
 *
 * @param <T> what is read
 */
public final class XmlField<T> {
  final XmlElement element;
  final boolean isRepeatable;
  private final Content<?> content;

  private XmlField(XmlElement element, boolean isRepeatable, Content<?> content) {
    this.element = element;
    this.isRepeatable = isRepeatable;
    this.content = content;
  }

  /**
   * Reads an element on whose start the reader stands, up to its end.
   *
   * @param <T> what is read
   */
  @FunctionalInterface
  public interface Content<T> {
    /** The element's content, or an exception that says what is wrong with it. */
    T read(XmlReader in) throws XmlException;
  }

  /** A child with content of its own; of several, the last counts if they are not refused. */
  public static <T> XmlField<T> of(XmlElement element, Content<? extends T> content) {
    return new XmlField<>(element, false, content);
  }

  /** A child that may come any number of times. */
  public static <T> XmlField<List<T>> list(XmlElement element, Content<? extends T> content) {
    return new XmlField<>(element, true, content);
  }

  /** An element that says something by being there, whatever is in it. */
  public static <T> XmlField<T> mark(XmlElement element, T meaning) {
    return of(
        element,
        in -> {
          in.skip();
          return meaning;
        });
  }

  /** A child with text, taken as it is. */
  public static XmlField<String> text(XmlElement element) {
    return of(element, XmlReader::text);
  }

  /** A child with a URI, a name or the like, without the white space around it. */
  public static XmlField<String> token(XmlElement element) {
    return of(element, XmlReader::trimmedText);
  }

  /** A child with a whole number. */
  public static XmlField<Long> number(XmlElement element) {
    return of(element, XmlReader::longValue);
  }

  /** A child with a truth value. */
  public static XmlField<Boolean> truth(XmlElement element) {
    return of(element, XmlReader::booleanValue);
  }

  @SuppressWarnings("unchecked") // XmlFields hands back only what this field has read.
  Object read(XmlReader in, @Nullable Object before) throws XmlException {
    Object value = content.read(in);
    if (!isRepeatable) {
      return value;
    }
    List<Object> all = before == null ? new ArrayList<>() : (List<Object>) before;
    all.add(value);
    return all;
  }

  @SuppressWarnings("unchecked") // As above.
  @Nullable T cast(@Nullable Object value) {
    return (T) value;
  }
}
