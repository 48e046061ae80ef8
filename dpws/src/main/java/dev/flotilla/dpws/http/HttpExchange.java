package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpWriter;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that is not SOAP, such as one of a browser, and its answer. It may be answered by any
 * thread; the first answer counts.
 */
public final class HttpExchange extends Answer {
  private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);
  private static final byte[] NOTHING = {};
  private static final Reply CLOSED = new Reply(500, HttpResource.text(""), "", null);

  private final EndpointConnection connection;
  private final Routes.Handler handler;
  private final RequestHead head;
  private final String body;
  private final AtomicReference<@Nullable Reply> reply = new AtomicReference<>();

  // Of a stream, on the event loop.
  private boolean isHeadWritten;
  private boolean isPartWritten;
  private byte @Nullable [] part;

  /** Makes the parts of a stream, on the event loop; must not block. */
  public interface Source {
    /** The next part, asked for when the reader has taken those before; null if there is none. */
    byte @Nullable [] next();

    /** The connection has ended. */
    void ended();
  }

  /** What is answered; the source of a stream makes what follows. */
  private record Reply(int status, HttpResource document, String fields, @Nullable Source source) {}

  HttpExchange(
      EndpointConnection connection,
      Routes.Handler handler,
      RequestHead head,
      String body,
      long nowNanos) {
    super(handler.endOf(head), nowNanos);
    this.connection = connection;
    this.handler = handler;
    this.head = head;
    this.body = body;
  }

  /** Asks the handler. */
  void handle() {
    try {
      handler.requests().accept(this);
    } catch (RuntimeException e) {
      LOG.warn("The handler of {} failed", path(), e);
      answer(500, "the request could not be handled");
    }
  }

  /** The method, such as GET. */
  public String method() {
    return head.request.method().name();
  }

  /** The path of the request's target, as it was sent. */
  public String path() {
    return head.path;
  }

  /** What stands behind the path and its question mark; empty if there is nothing. */
  public String query() {
    int mark = head.request.uri().indexOf('?');
    return mark < 0 ? "" : head.request.uri().substring(mark + 1);
  }

  /** The values of a header field. */
  public List<String> header(String name) {
    return head.request.headers().getAll(name);
  }

  /** The body, read as UTF-8. */
  public String body() {
    return body;
  }

  /** Who asks. */
  public InetSocketAddress remoteAddress() {
    return connection.remoteAddress();
  }

  /**
   * Answers with a document.
   *
   * @param fields further header fields, such as {@code Allow: GET}
   */
  public void answer(int status, HttpResource document, String... fields) {
    complete(new Reply(status, document, handler.fields() + HttpWriter.fields(fields), null));
  }

  /** Answers with a line of text. */
  public void answer(int status, String line, String... fields) {
    answer(status, HttpResource.text(line + "\n"), fields);
  }

  /**
   * Answers with parts that are made one after the other, until the connection ends.
   *
   * @throws IllegalStateException if the connection may have further requests
   */
  public void stream(String contentType, Source source) {
    if (handler.keepsOpen()) {
      throw new IllegalStateException(
          path() + " would be a stream, which has no end; serve it as the last request");
    }
    complete(new Reply(200, HttpResource.of(contentType, NOTHING), handler.fields(), source));
  }

  /** Has the source asked again: it may have a part. Any thread. */
  public void more() {
    connection.answered();
  }

  @Override
  boolean isReady() {
    Reply known = reply.get();
    if (known == null || known.source() == null || !isHeadWritten) {
      return known != null;
    }
    if (part == null && connection.output.isAllTaken()) {
      part = known.source().next();
    }
    return part != null;
  }

  /** The end of a stream is not known. */
  @Override
  HttpEnd end() {
    return isHeadWritten ? HttpEnd.KEEP_OPEN : super.end();
  }

  @Override
  protected void write(ByteBuf out) {
    Reply known = reply.get();
    if (known == null) {
      throw new IllegalStateException("an answer is written before it is there");
    }
    HttpResource document = known.document();
    if (known.source() == null) {
      boolean isHead = head.request.method().equals(HttpMethod.HEAD);
      byte[] sent = isHead ? NOTHING : document.contentWithoutCopy();
      FixedAnswer.writeDocument(out, known.status(), document, known.fields(), sent, end());
      return;
    }
    if (part == null) {
      HttpWriter.beginStream(out, document.contentType(), known.fields());
      isHeadWritten = true;
    } else {
      out.writeBytes(part);
      part = null;
    }
    isPartWritten = true;
  }

  /** Internal. What was written of a stream is not its end; the connection has others to close. */
  @Override
  public void close() {
    if (isPartWritten) {
      isPartWritten = false;
      connection.goOn(this);
      return;
    }
    super.close();
    Reply known = reply.getAndSet(CLOSED);
    if (known != null && known.source() != null) {
      known.source().ended();
    }
  }

  private void complete(Reply done) {
    if (reply.compareAndSet(null, done)) {
      connection.answered();
    } else if (done.source() != null) {
      done.source().ended();
    }
  }
}
