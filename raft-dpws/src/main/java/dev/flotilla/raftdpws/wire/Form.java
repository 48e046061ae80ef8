package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How a value is written as children of an element, and read from them: described once for both.
 *
 * <pre>{@code
 * Form<Founder> founder = Form.of(Founder.class, member("member"), token("address").as(...));
 * Form<List<Founder>> founders = founder.in(flotilla("founder")).list();
 * }</pre>
 *
 * <p>Immutable; any thread.
 *
 * @param <T> the value
 */
public class Form<T> {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final List<Part<T>> parts;
  private final XmlField<?>[] fields;
  private final Source<? extends T> source;

  /** Makes the value from the children, or an exception that names a missing one. */
  public interface Source<T> {
    /** Makes the value. */
    T read(XmlFields children) throws XmlException;
  }

  /** A child, and how its share of the value is written. */
  private record Part<T>(XmlField<?> field, BiConsumer<T, XmlWriter> writer) {
    <W> Part<W> of(Function<? super W, ? extends T> share) {
      return new Part<>(field, (whole, out) -> writer.accept(share.apply(whole), out));
    }
  }

  private Form(List<Part<T>> parts, Source<? extends T> source) {
    this.parts = List.copyOf(parts);
    this.fields = parts.stream().map(Part::field).toArray(XmlField<?>[]::new);
    this.source = source;
  }

  /**
   * A record, by the forms of its components in their order.
   *
   * @param components of the types of the components
   */
  @SuppressWarnings("unchecked") // The constructor of the record makes a T.
  public static <T> Form<T> of(Class<? super T> type, Form<?>... components) {
    RecordComponent[] named = type.getRecordComponents();
    if (named.length != components.length) {
      throw new IllegalArgumentException(
          type + " has " + named.length + " components, not " + components.length);
    }
    List<Part<T>> parts = new ArrayList<>();
    for (int i = 0; i < named.length; i++) {
      addParts(parts, components[i], getter(named[i]));
    }
    MethodHandle constructor = constructor(type, named);
    return new Form<>(
        parts,
        children -> {
          Object[] values = new Object[components.length];
          for (int i = 0; i < values.length; i++) {
            values[i] = components[i].read(children);
          }
          return (T) call(constructor, values);
        });
  }

  @SuppressWarnings("unchecked") // Each component has the type of its form.
  private static <W, T> void addParts(List<Part<W>> parts, Form<T> form, MethodHandle getter) {
    form.parts.forEach(part -> parts.add(part.of(whole -> (T) call(getter, whole))));
  }

  private static MethodHandle getter(RecordComponent component) {
    try {
      return LOOKUP
          .unreflect(component.getAccessor())
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static MethodHandle constructor(Class<?> type, RecordComponent[] components) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return LOOKUP
          .findConstructor(type, MethodType.methodType(void.class, types))
          .asSpreader(Object[].class, types.length)
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Object call(MethodHandle handle, Object argument) {
    try {
      return handle.invokeExact(argument);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the children. */
  public void write(T value, XmlWriter out) {
    parts.forEach(part -> part.writer().accept(value, out));
  }

  /** Reads the children of the element on whose start the reader stands, up to its end. */
  public T read(XmlReader in) throws XmlException {
    return read(XmlFields.read(in, fields));
  }

  /** Reads children among which are those of this form. */
  public T read(XmlFields children) throws XmlException {
    return source.read(children);
  }

  /** The same children for another value. */
  public <W> Form<W> as(
      Function<? super T, ? extends W> reading, Function<? super W, ? extends T> writing) {
    return new Form<>(shares(writing), children -> reading.apply(read(children)));
  }

  private <W> List<Part<W>> shares(Function<? super W, ? extends T> share) {
    return parts.stream().map(part -> part.<W>of(share)).toList();
  }

  /** The same children, of which the first is missing if there is no value. */
  public Form<Optional<T>> optional() {
    return new Form<>(
        parts.stream().map(Form::ifPresent).toList(),
        children ->
            children.find(fields[0]).isPresent() ? Optional.of(read(children)) : Optional.empty());
  }

  private static <T> Part<Optional<T>> ifPresent(Part<T> part) {
    return new Part<>(
        part.field(), (value, out) -> value.ifPresent(it -> part.writer().accept(it, out)));
  }

  /** The same children, which are left out for the value that most have. */
  public Form<T> orElse(T usual) {
    return optional()
        .as(
            value -> value.orElse(usual),
            value -> value.equals(usual) ? Optional.empty() : Optional.of(value));
  }

  /** A child with text, taken as it is. */
  public static Child<String> text(XmlElement element) {
    return new Child<>(element, XmlReader::text, (value, out) -> out.element(element, value));
  }

  /** A child with a URI, a name or the like, without the white space around it. */
  public static Child<String> token(XmlElement element) {
    return new Child<>(
        element, XmlReader::trimmedText, (value, out) -> out.element(element, value));
  }

  /** A child with a truth value. */
  public static Child<Boolean> truth(XmlElement element) {
    return new Child<>(
        element,
        XmlReader::booleanValue,
        (value, out) -> out.element(element, value.booleanValue()));
  }

  /** A child with a whole number. */
  public static Child<Long> number(XmlElement element, XmlField.Content<Long> content) {
    return new Child<>(element, content, (value, out) -> out.element(element, value.longValue()));
  }

  /** A child with bytes in base64. */
  public static Child<Bytes> base64(XmlElement element) {
    return new Child<>(
        element,
        in -> Bytes.wrap(in.base64()),
        (value, out) -> out.base64(element, value.toArray()));
  }

  /** A number that may be missing. */
  public static Form<OptionalLong> maybe(Form<Long> number) {
    return number
        .optional()
        .as(
            value -> value.map(OptionalLong::of).orElse(OptionalLong.empty()),
            value -> value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty());
  }

  /** The same children, of which one is written at a place, counted from 0. */
  Form<T> placed(Form<?> child, int place) {
    List<Part<T>> moved = new ArrayList<>(parts);
    moved.removeIf(part -> part.field() == child.fields[0]);
    parts.stream()
        .filter(part -> part.field() == child.fields[0])
        .forEach(part -> moved.add(place, part));
    return new Form<>(moved, source);
  }

  /** Forms of shares of a value, which is read in its own way. */
  @SafeVarargs
  public static <T> Form<T> join(Source<? extends T> source, Form<T>... shares) {
    List<Part<T>> parts = new ArrayList<>();
    for (Form<T> share : shares) {
      parts.addAll(share.parts);
    }
    return new Form<>(parts, source);
  }

  /** The share of a greater value, for {@link #join}. */
  public <W> Form<W> shareOf(Function<? super W, ? extends T> share) {
    return new Form<>(
        shares(share),
        children -> {
          throw new IllegalStateException("a share is not the whole value");
        });
  }

  /** No child: the value is always this one. */
  public static <T> Form<T> constant(T value) {
    return new Form<>(List.of(), children -> value);
  }

  /**
   * Reads an element of that name. Values refuse what they cannot be; in a message that is the
   * sender's mistake.
   */
  public static <T> BodyReader<T> guarded(XmlElement root, BodyReader<T> reader) {
    return in -> {
      if (!in.is(root)) {
        throw in.fail("the body holds " + in.name() + " where " + root + " is expected");
      }
      try {
        return reader.read(in);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new XmlException(String.valueOf(e.getMessage()), e);
      }
    };
  }

  /** The value as the content of an element. */
  public Child<T> in(XmlElement element) {
    return new Child<>(
        element,
        this::read,
        (value, out) -> {
          out.open(element);
          write(value, out);
          out.close(element);
        });
  }

  /**
   * One child that holds the whole value.
   *
   * @param <T> the value
   */
  public static final class Child<T> extends Form<T> {
    final XmlElement element;
    final XmlField<T> field;
    private final XmlField.Content<? extends T> content;
    private final BiConsumer<T, XmlWriter> writer;

    /** A child, how it is read where the reader stands, and how it is written. */
    public Child(
        XmlElement element,
        XmlField.Content<? extends T> content,
        BiConsumer<T, XmlWriter> writer) {
      this(element, XmlField.of(element, content), content, writer);
    }

    private Child(
        XmlElement element,
        XmlField<T> field,
        XmlField.Content<? extends T> content,
        BiConsumer<T, XmlWriter> writer) {
      super(List.of(new Part<>(field, writer)), children -> children.require(field));
      this.element = element;
      this.field = field;
      this.content = content;
      this.writer = writer;
    }

    @Override
    public <W> Child<W> as(
        Function<? super T, ? extends W> reading, Function<? super W, ? extends T> writing) {
      return new Child<>(
          element,
          in -> reading.apply(content.read(in)),
          (value, out) -> writer.accept(writing.apply(value), out));
    }

    /** What looks for it. */
    public XmlField<T> field() {
      return field;
    }

    /** The same child, whose content is a slot of templates. */
    Child<T> slot() {
      return new Child<>(element, field, content, (value, out) -> writer.accept(value, out.slot()));
    }

    /** The same child, which is written for some values only. */
    public Child<T> onlyIf(Predicate<? super T> isWritten) {
      return new Child<>(
          element,
          field,
          content,
          (value, out) -> {
            if (isWritten.test(value)) {
              writer.accept(value, out);
            }
          });
    }

    /** Any number of these children, with a value each. */
    public Form<List<T>> list() {
      XmlField<List<T>> all = XmlField.list(element, content);
      return new Form<>(
          List.of(new Part<>(all, (values, out) -> values.forEach(it -> writer.accept(it, out)))),
          children -> children.all(all));
    }
  }
}
