package dev.flotilla.dpws.xml;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The children of an element, which may come in any order; unknown ones are passed over.
 *
 * <pre>{@code
 * XmlFields read = XmlFields.read(in, NAME, ADDRESS);
 * return new Founder(read.require(NAME), read.find(ADDRESS));
 * }</pre>
 *
 * <p>Not thread-safe; never blocks. Bounded as the {@link XmlLimits} bound the document.
 */
public final class XmlFields {
  private final XmlReader in;
  private final XmlField<?>[] fields;
  private final @Nullable Object[] values;

  private XmlFields(XmlReader in, XmlField<?>[] fields) {
    this.in = in;
    this.fields = fields;
    this.values = new @Nullable Object[fields.length];
  }

  /**
   * Reads the children of the element on whose start the reader stands, up to its end.
   *
   * @throws XmlException when one of these fields cannot be read, or there is text between them
   */
  public static XmlFields read(XmlReader in, XmlField<?>... fields) throws XmlException {
    XmlFields read = new XmlFields(in, fields);
    while (in.nextChild()) {
      read.take();
    }
    return read;
  }

  private void take() throws XmlException {
    for (int i = 0; i < fields.length; i++) {
      if (in.is(fields[i].element)) {
        values[i] = fields[i].read(in, values[i]);
        return;
      }
    }
    in.skip();
  }

  /** What the field holds, or an exception that names the missing element. */
  public <T> T require(XmlField<T> field) throws XmlException {
    return in.require(value(field), field.element);
  }

  /** What the field holds, if it is there. */
  public <T> Optional<T> find(XmlField<T> field) {
    return Optional.ofNullable(value(field));
  }

  /** All that a repeated field holds, in order; empty if it is not there. */
  public <T> List<T> all(XmlField<List<T>> field) {
    List<T> values = value(field);
    return values == null ? List.of() : values;
  }

  private <T> @Nullable T value(XmlField<T> field) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == field) {
        return field.cast(values[i]);
      }
    }
    throw new IllegalArgumentException("element " + field.element + " was not asked for");
  }
}
