package dev.flotilla.dpws.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A document that is served by GET, such as a WSDL. Immutable. */
public final class HttpResource {
  /** The content type of WSDL and XSD files. */
  public static final String XML = "text/xml; charset=utf-8";

  private final String contentType;
  private final byte[] content;

  private HttpResource(String contentType, byte[] content) {
    this.contentType = contentType;
    this.content = content;
  }

  /** A document; the content is copied. */
  public static HttpResource of(String contentType, byte[] content) {
    return new HttpResource(contentType, content.clone());
  }

  /** A text for people. */
  public static HttpResource text(String text) {
    return new HttpResource("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * An XML document from the class path; reads it now.
   *
   * @param owner whose class loader and package the name is relative to; a named module opens the
   *     package to this one
   * @throws IllegalArgumentException when there is none
   */
  public static HttpResource xml(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + name + " beside " + owner.getName());
      }
      return new HttpResource(XML, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("resource " + name + " cannot be read", e);
    }
  }

  String contentType() {
    return contentType;
  }

  /** A copy of the content. */
  public byte[] content() {
    return content.clone();
  }

  byte[] contentWithoutCopy() {
    return content;
  }
}
