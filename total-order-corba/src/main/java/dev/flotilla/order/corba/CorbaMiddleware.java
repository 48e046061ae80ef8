package dev.flotilla.order.corba;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.channel.Inbox;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Channels of CORBA: a message is a call that returns nothing, by IIOP.
 *
 * <p>Sending blocks while 64 MiB wait for a process; one that does not answer for 60 s counts as
 * crashed. The connections are not encrypted, and anyone who reaches the port may call: for trusted
 * networks.
 */
public final class CorbaMiddleware implements Middleware {
  private static final Logger LOG = LoggerFactory.getLogger(CorbaMiddleware.class);
  private static final long JOIN_SECONDS = 60;

  private final Inbox inbox = new Inbox();
  private final TreeMap<Integer, PeerSender> senders = new TreeMap<>();
  private final LocalOrb orb;
  private final ProcessGroup group;

  private CorbaMiddleware(LocalOrb orb, InetSocketAddress registration) throws IOException {
    this.orb = orb;
    var registrar =
        new RemoteRegistrationObject(orb.locate(registration, Contract.REGISTRATION_NAME));
    int self = registrar.register(orb.export(new ProcessServant(inbox)));
    List<RemoteProcessObject> processes = awaitAll(registrar);
    this.group = groupOf(self, processes.size());
    for (int other : group.others()) {
      senders.put(other, PeerSender.start(self, other, processes.get(other)));
    }
  }

  /**
   * Registers a process, and waits until all others have registered.
   *
   * @param registration where the registration listens
   * @param host the address at which this process listens
   * @throws IOException if that fails or takes more than a minute
   */
  public static CorbaMiddleware join(InetSocketAddress registration, InetAddress host)
      throws IOException {
    LocalOrb orb = LocalOrb.start(new InetSocketAddress(host, 0));
    try {
      return new CorbaMiddleware(orb, registration);
    } catch (IOException e) {
      orb.close();
      throw new IOException(
          "cannot join at the registration %s: %s".formatted(registration, e.getMessage()), e);
    }
  }

  private static List<RemoteProcessObject> awaitAll(RemoteRegistrationObject registrar)
      throws IOException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(JOIN_SECONDS)) {
      List<RemoteProcessObject> processes = registrar.processes();
      if (!processes.isEmpty()) {
        return processes;
      }
    }
    throw new IOException("processes are missing after %s s; start them".formatted(JOIN_SECONDS));
  }

  private static ProcessGroup groupOf(int self, int size) throws IOException {
    try {
      return new ProcessGroup(self, size);
    } catch (IllegalArgumentException e) {
      throw new IOException("the registration answers nonsense: " + e.getMessage(), e);
    }
  }

  @Override
  public ProcessGroup group() {
    return group;
  }

  @Override
  public void start(Receiver receiver) {
    inbox.start((from, message) -> received(receiver, from, message));
  }

  /** The sender's number is only what a call says. */
  private void received(Receiver receiver, int from, Bytes message) {
    if (senders.containsKey(from)) {
      receiver.received(from, message);
    } else {
      LOG.warn("A message of process {} is ignored; there are {} processes", from, group.size());
    }
  }

  @Override
  public void send(int to, Bytes message) {
    Inbox.requireSendable(group, to, message);
    sender(to).add(message);
  }

  @Override
  public long pingNanos(int to, Bytes payload) throws IOException {
    Inbox.requireSendable(group, to, payload);
    RemoteProcessObject process = sender(to).process();
    long start = System.nanoTime();
    Bytes answer = process.ping(payload);
    long nanos = System.nanoTime() - start;
    if (answer.size() != payload.size()) {
      throw new IOException(
          "process %s answers a ping of %s bytes with %s"
              .formatted(to, payload.size(), answer.size()));
    }
    return nanos;
  }

  @Override
  public void close() {
    senders.values().forEach(PeerSender::close);
    orb.close();
  }

  private PeerSender sender(int process) {
    PeerSender sender = senders.get(process);
    if (sender == null) {
      throw new IllegalArgumentException("there is no reference to process " + process);
    }
    return sender;
  }
}
