package dev.flotilla.dpws.xml;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The children of an element, which may come in any order; {@link XmlReader#setUnexpected} says
 * what becomes of unknown and repeated ones.
 *
 * <pre>{@code
 * XmlFields read = XmlFields.read(in, NAME, ADDRESS);
 * return new Founder(read.require(NAME), read.find(ADDRESS));
 * }</pre>
 *
 * <p>Not thread-safe; never blocks. Bounded as the {@link XmlLimits} bound the document.
 */
public final class XmlFields {
  private static final int MAX_NAME_CHARS = 200;

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
   * @throws XmlException when one of these fields cannot be read, there is text between them, or an
   *     unexpected element is refused
   */
  public static XmlFields read(XmlReader in, XmlField<?>... fields) throws XmlException {
    XmlFields read = new XmlFields(in, fields);
    if (in.unexpected() == UnexpectedElements.PASS_OVER) {
      while (in.nextChild()) {
        read.take();
      }
    } else {
      QName parent = in.name();
      while (in.nextChild()) {
        read.requireExpected(parent);
        read.take();
      }
    }
    return read;
  }

  private void take() throws XmlException {
    int field = fieldHere();
    if (field < 0) {
      in.skip();
    } else {
      values[field] = fields[field].read(in, values[field]);
    }
  }

  /** The field of the element on whose start the reader stands; -1 if it was not asked for. */
  private int fieldHere() {
    for (int i = 0; i < fields.length; i++) {
      if (in.is(fields[i].element)) {
        return i;
      }
    }
    return -1;
  }

  private void requireExpected(QName parent) throws XmlException {
    int field = fieldHere();
    if (field >= 0) {
      if (values[field] != null && !fields[field].isRepeatable) {
        throw in.fail("element " + in.name() + " is repeated in " + parent + "; send it once");
      }
    } else if (in.unexpected() == UnexpectedElements.REFUSE
        || in.namespace().equals(parent.getNamespaceURI())) {
      throw in.fail("element " + shown(in.name()) + " is unknown in " + parent + "; " + remedy());
    }
  }

  /** The known element of the same local name, which has another namespace, or all known ones. */
  private String remedy() {
    List<String> alike =
        Arrays.stream(fields)
            .map(field -> field.element)
            .filter(known -> known.localName().equals(in.localName()))
            .map(XmlElement::toString)
            .toList();
    if (!alike.isEmpty()) {
      return "did you mean " + String.join(" or ", alike) + "?";
    }
    return fields.length == 0
        ? "it takes no elements"
        : Arrays.stream(fields)
            .map(field -> field.element.toString())
            .collect(Collectors.joining(", ", "known are ", ""));
  }

  private static String shown(QName unknown) {
    return XmlText.abbreviated(unknown.toString(), MAX_NAME_CHARS);
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

  /** An exception about two elements that do not go together, for the caller to throw. */
  public XmlException fail(XmlField<?> one, String relation, XmlField<?> other) {
    return in.fail("element " + one.element + " " + relation + " element " + other.element);
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
