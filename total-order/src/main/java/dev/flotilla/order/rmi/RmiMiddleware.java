package dev.flotilla.order.rmi;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.channel.Inbox;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Channels of Java RMI: a message is a call that returns nothing.
 *
 * <p>Sets {@code java.rmi.server.hostname} to the address of this process, unless it is set. A
 * filter accepts nothing but numbers and byte arrays in calls of other processes. The connections
 * are not encrypted, and anyone who reaches the port may call: for trusted networks.
 */
public final class RmiMiddleware implements Middleware {
  private static final Logger LOG = LoggerFactory.getLogger(RmiMiddleware.class);

  private final Server server;
  private final TreeMap<Integer, CallQueue> queues = new TreeMap<>();
  private final ProcessGroup group;

  /** What is exported; a call that comes before this process knows the group waits. */
  private static final class Server implements RemoteProcess {
    private final Inbox inbox = new Inbox();

    @Override
    public void append(int from, byte[] message) {
      inbox.received(from, Bytes.wrap(message));
    }

    @Override
    public byte[] ping(byte[] payload) {
      return payload;
    }
  }

  private RmiMiddleware(Server server, int self, RemoteProcess[] processes) {
    this.server = server;
    this.group = new ProcessGroup(self, processes.length);
    for (int other : group.others()) {
      queues.put(other, new CallQueue(self, other, processes[other]));
    }
  }

  /**
   * Registers a process, and waits until all others have registered.
   *
   * @param registration where the RMI registry listens
   * @param host the address at which this process listens
   * @throws IOException if that fails or takes more than a minute
   */
  public static RmiMiddleware join(InetSocketAddress registration, InetAddress host)
      throws IOException {
    RmiHost.announce(host);
    Server server = new Server();
    RemoteProcess stub =
        (RemoteProcess)
            UnicastRemoteObject.exportObject(
                server, 0, null, new BoundSockets(host), RmiFilters::messages);
    try {
      RemoteRegistration registrar =
          (RemoteRegistration)
              LocateRegistry.getRegistry(registration.getHostString(), registration.getPort())
                  .lookup(RemoteRegistration.NAME);
      int self = registrar.register(stub);
      return new RmiMiddleware(server, self, registrar.processes());
    } catch (IOException e) {
      withdraw(server);
      throw e;
    } catch (NotBoundException e) {
      withdraw(server);
      throw new IOException(
          "the RMI registry at %s has no '%s'; start a registration there"
              .formatted(registration, RemoteRegistration.NAME),
          e);
    }
  }

  @Override
  public ProcessGroup group() {
    return group;
  }

  @Override
  public void start(Receiver receiver) {
    server.inbox.start(receiver);
  }

  @Override
  public void send(int to, Bytes message) {
    Inbox.requireSendable(group, to, message);
    queue(to).add(message);
  }

  @Override
  public long pingNanos(int to, Bytes payload) throws IOException {
    Inbox.requireSendable(group, to, payload);
    RemoteProcess process = queue(to).process();
    long start = System.nanoTime();
    byte[] answer = process.ping(payload.toArray());
    long nanos = System.nanoTime() - start;
    if (answer.length != payload.size()) {
      throw new IOException(
          "process %s answers a ping of %s bytes with %s"
              .formatted(to, payload.size(), answer.length));
    }
    return nanos;
  }

  @Override
  public void close() {
    queues.values().forEach(CallQueue::close);
    withdraw(server);
  }

  /** An exported object keeps the JVM alive. */
  private static void withdraw(Server server) {
    try {
      UnicastRemoteObject.unexportObject(server, /* force= */ true);
    } catch (NoSuchObjectException e) {
      LOG.debug("The process was closed before", e);
    }
  }

  private CallQueue queue(int process) {
    CallQueue queue = queues.get(process);
    if (queue == null) {
      throw new IllegalArgumentException("there is no reference to process " + process);
    }
    return queue;
  }
}
