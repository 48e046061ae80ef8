package dev.flotilla.order.request;

import dev.flotilla.order.Delivery;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.channel.FilteredMiddleware;
import dev.flotilla.order.channel.Inbox;
import dev.flotilla.order.live.LiveProcess;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.order.protocol.RaftJournal;
import dev.flotilla.raft.model.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that delivers requests in the same order as the other servers, and replies.
 *
 * <p>The servers are processes 0 to n-1 of a middleware, and the clients are all others. A request
 * that a client has broadcast is answered by every server (case A), and one that a client has asked
 * this server for by this one alone (case B). A server that has stopped, or for which too many own
 * broadcasts wait, drops what it is asked: the client gets no reply in time.
 *
 * <p>If a client crashes while it broadcasts, some servers may get its request and others not;
 * {@link dev.flotilla.order.protocol.OutsideOrigin} says which protocols cope with that.
 */
public final class RequestServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RequestServer.class);

  /** What servers do with requests. */
  public interface Service {
    /**
     * Executes a request. All servers do so in the same order.
     *
     * @return the reply, for the client
     */
    Bytes answer(Request request);
  }

  private final Middleware middleware;
  private final int servers;
  private final Service service;

  /** Requests of case B wait here until the process runs. */
  private final Inbox asked = new Inbox();

  private final LiveProcess process;

  private RequestServer(ProtocolKind kind, Middleware middleware, int servers, Service service) {
    this.middleware = middleware;
    this.servers = servers;
    this.service = service;
    this.process =
        LiveProcess.start(
            kind,
            new FilteredMiddleware(middleware, this::takes),
            servers,
            this::delivered,
            RaftJournal.NONE);
  }

  /**
   * Starts a server.
   *
   * @param kind the same at all servers and clients
   * @param middleware connects all of them; closed with the server
   * @param servers how many servers there are
   * @param service called on the server's thread; if it throws, the server stops
   * @throws IllegalArgumentException if this process is no server
   */
  public static RequestServer start(
      ProtocolKind kind, Middleware middleware, int servers, Service service) {
    RequestServer server = new RequestServer(kind, middleware, servers, service);
    server.asked.start(server::broadcast);
    return server;
  }

  /** Stops this server; for the others it has crashed. */
  @Override
  public void close() {
    process.close();
  }

  private boolean takes(int from, Bytes message) {
    if (!ClientFrame.isOne(message)) {
      return false;
    }
    asked.received(from, message);
    return true;
  }

  private void broadcast(int from, Bytes message) {
    try {
      ClientFrame frame = ClientFrame.decode(message);
      boolean isRequest = frame.kind() == ClientFrame.Kind.REQUEST;
      if (!isRequest || frame.client() != from || from < servers) {
        throw new IllegalArgumentException(
            "%s of client %s; a server takes the own requests of clients, which have the numbers"
                    .formatted(frame.kind(), frame.client())
                + " from %s on".formatted(servers));
      }
      process.broadcast(message);
    } catch (IllegalArgumentException | IllegalStateException e) {
      LOG.warn("A request of process {} is dropped: {}", from, e.getMessage());
    }
  }

  private void delivered(Delivery delivery) {
    int origin = delivery.id().origin();
    if (origin >= servers) {
      Request request =
          new Request(RequestCase.A, origin, delivery.id().number(), delivery.content());
      reply(request, service.answer(request));
    } else {
      ClientFrame frame = ClientFrame.decode(delivery.content());
      Request request = new Request(RequestCase.B, frame.client(), frame.number(), frame.content());
      Bytes content = service.answer(request);
      if (origin == middleware.group().self()) {
        reply(request, content);
      }
    }
  }

  private void reply(Request request, Bytes content) {
    middleware.send(request.client(), ClientFrame.reply(request, content).encode());
  }
}
