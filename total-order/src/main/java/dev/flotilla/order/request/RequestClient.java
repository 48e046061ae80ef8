package dev.flotilla.order.request;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.order.protocol.OrderCodec;
import dev.flotilla.order.protocol.OutsideOrigin;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of {@link RequestServer}s, outside of their group.
 *
 * <p>Any thread may request, also several at once; each waits for its reply. A client has no thread
 * of its own: what its protocol must answer is sent on the threads of the middleware.
 */
public final class RequestClient implements AutoCloseable {
  /** The longest request, in bytes. */
  public static final int MAX_CONTENT_BYTES = TotalOrder.MAX_CONTENT_BYTES - ClientFrame.HEAD_BYTES;

  private static final Logger LOG = LoggerFactory.getLogger(RequestClient.class);

  private final Middleware middleware;
  private final int self;
  private final int servers;
  private final Duration timeout;
  private final long startNanos = System.nanoTime();

  /** Guarded by this, as all below. */
  private final OutsideOrigin origin;

  private final Map<Call, CompletableFuture<Bytes>> waiting = new HashMap<>();
  private long asked;
  private boolean isClosed;

  private record Call(RequestCase way, long number) {}

  private RequestClient(
      OutsideOrigin origin, Middleware middleware, int servers, Duration timeout) {
    this.origin = origin;
    this.middleware = middleware;
    this.self = middleware.group().self();
    this.servers = servers;
    this.timeout = timeout;
  }

  /**
   * Starts a client.
   *
   * @param kind the same at all servers and clients
   * @param middleware connects all of them; closed with the client
   * @param servers how many servers there are
   * @param timeout how long a request waits for its first reply
   * @throws IllegalArgumentException if this process is a server
   */
  public static RequestClient start(
      ProtocolKind kind, Middleware middleware, int servers, Duration timeout) {
    OutsideOrigin origin = kind.outsideOrigin(middleware.group().self(), servers);
    RequestClient client = new RequestClient(origin, middleware, servers, timeout);
    middleware.start(client::received);
    return client;
  }

  /**
   * Broadcasts a request to all servers (case A), and waits for the first reply.
   *
   * @param content at most {@link #MAX_CONTENT_BYTES}
   * @return the reply of the server that was first
   * @throws IOException if none replies in time; the request may be executed all the same
   * @throws IllegalArgumentException if the content is too long
   * @throws IllegalStateException if the client is closed
   */
  public Bytes broadcast(Bytes content) throws IOException, InterruptedException {
    requireShort(content);
    CompletableFuture<Bytes> reply = new CompletableFuture<>();
    MessageId id;
    synchronized (this) {
      requireOpen();
      origin.noteTime(nowNanos());
      id = origin.broadcast(content);
      waiting.put(new Call(RequestCase.A, id.number()), reply);
      send();
    }
    try {
      return await(reply, "request %s to servers 0 to %s".formatted(id.number(), servers - 1));
    } finally {
      synchronized (this) {
        origin.ended(id);
        waiting.remove(new Call(RequestCase.A, id.number()));
      }
    }
  }

  /**
   * Asks a server to broadcast a request among the servers (case B), and waits for its reply.
   *
   * @param server its number
   * @param content at most {@link #MAX_CONTENT_BYTES}
   * @return its reply
   * @throws IOException if it does not reply in time; the request may be executed all the same
   * @throws IllegalArgumentException if there is no such server, or the content is too long
   * @throws IllegalStateException if the client is closed
   */
  public Bytes ask(int server, Bytes content) throws IOException, InterruptedException {
    requireShort(content);
    if (server < 0 || server >= servers) {
      throw new IllegalArgumentException(
          "process %s is no server; servers are 0 to %s".formatted(server, servers - 1));
    }
    CompletableFuture<Bytes> reply = new CompletableFuture<>();
    Call call;
    synchronized (this) {
      requireOpen();
      call = new Call(RequestCase.B, asked);
      asked++;
      waiting.put(call, reply);
      ClientFrame frame = new ClientFrame(ClientFrame.Kind.REQUEST, self, call.number(), content);
      middleware.send(server, frame.encode());
    }
    try {
      return await(reply, "request %s to server %s".formatted(call.number(), server));
    } finally {
      synchronized (this) {
        waiting.remove(call);
      }
    }
  }

  /** Closes the middleware; requests that wait fail. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      waiting
          .values()
          .forEach(reply -> reply.completeExceptionally(new IOException("the client was closed")));
    }
    middleware.close();
  }

  private static void requireShort(Bytes content) {
    if (content.size() > MAX_CONTENT_BYTES) {
      throw new IllegalArgumentException(
          "a request of %s bytes exceeds the limit of %s; split it"
              .formatted(content.size(), MAX_CONTENT_BYTES));
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("client %s is closed".formatted(self));
    }
  }

  /** The thread that waits lets the protocol's timeouts happen, too. */
  private Bytes await(CompletableFuture<Bytes> reply, String what)
      throws IOException, InterruptedException {
    long end = nowNanos() + timeout.toNanos();
    while (true) {
      try {
        long wait = Math.min(end, deadlineNanos()) - nowNanos();
        return reply.get(Math.max(0, wait), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        throw new IOException(
            "%s of client %s has failed: %s".formatted(what, self, e.getCause()), e);
      } catch (TimeoutException e) {
        if (nowNanos() >= end) {
          throw new IOException(
              "%s of client %s had no reply in %s ms; see whether the servers run"
                  .formatted(what, self, timeout.toMillis()),
              e);
        }
        advance();
      }
    }
  }

  private long nowNanos() {
    return System.nanoTime() - startNanos;
  }

  private synchronized long deadlineNanos() {
    return origin.nextDeadlineNanos();
  }

  private synchronized void advance() {
    origin.advanceTo(nowNanos());
    send();
  }

  /** What is no message of a server changes nothing: a stranger may have sent it. */
  private synchronized void received(int from, Bytes message) {
    try {
      if (from >= servers) {
        throw new IllegalArgumentException(
            "servers are 0 to %s, and others have nothing to say".formatted(servers - 1));
      }
      if (ClientFrame.isOne(message)) {
        replied(ClientFrame.decode(message));
      } else {
        origin.receive(from, OrderCodec.decode(message));
        send();
      }
    } catch (IllegalArgumentException e) {
      LOG.warn("A message of process {} to client {} is ignored: {}", from, self, e.getMessage());
    }
  }

  /** In case A all servers reply, so nobody waits for most replies. */
  private void replied(ClientFrame frame) {
    if (frame.kind() == ClientFrame.Kind.REQUEST) {
      throw new IllegalArgumentException("a client takes no requests");
    }
    RequestCase way = frame.kind() == ClientFrame.Kind.REPLY_A ? RequestCase.A : RequestCase.B;
    CompletableFuture<Bytes> reply = waiting.remove(new Call(way, frame.number()));
    if (reply != null) {
      reply.complete(frame.content());
    }
  }

  private void send() {
    origin.take().sendBy(middleware::send);
  }
}
