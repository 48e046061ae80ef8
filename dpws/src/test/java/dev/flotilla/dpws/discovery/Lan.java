package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.xml.XmlException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/** A network of hosts on one thread and one clock, which the test moves. */
final class Lan {
  /** A datagram that was sent. */
  record Sent(long atMillis, Host from, String to, Envelope envelope, int bytes) {
    DiscoveryMessage message() {
      return envelope.message();
    }
  }

  /** One process with a discovery engine. */
  final class Host {
    final String name;
    final InetAddress address;
    final DiscoveryEngine engine;
    // What a Hello must hold to be wanted; every one does until a test asks for more.
    ByteText wanted = new ByteText("");
    boolean isOnLink = true;

    /** How IPv4 addresses begin that are on a link of each host. */
    static final byte NEAR = 10;

    final List<DiscoveredTarget> sightings = new ArrayList<>();

    Host(String name, InetAddress address, long seed, Duration maxAnswerDelay) {
      this.name = name;
      this.address = address;
      Random random = new Random(seed);
      TimerQueue agenda = new TimerQueue(nowNanos);
      Transmitter transmitter =
          new Transmitter(this::multicast, agenda, Retransmission.DPWS, random, seed);
      this.engine =
          new DiscoveryEngine(
              transmitter,
              agenda,
              random,
              maxAnswerDelay.toNanos(),
              datagram -> wanted.isIn(datagram),
              new NearAddresses(its -> its.getAddress()[0] == NEAR),
              sightings::add);
    }

    private void multicast(byte[] datagram) {
      log.add(new Sent(nowMillis(), this, "all", envelope(datagram), datagram.length));
      hosts.forEach(to -> inFlight.add(() -> to.hear(datagram, this)));
    }

    /** Takes a datagram as if that host had sent it. */
    void hear(byte[] datagram, Host from) {
      engine.receive(
          datagram,
          new ReturnPath() {
            @Override
            public InetAddress address() {
              return from.address;
            }

            @Override
            public String zone() {
              return "eth0";
            }

            @Override
            public boolean isAnswerable() {
              return from.isOnLink;
            }

            @Override
            public boolean isOfGroup() {
              return true;
            }

            @Override
            public void send(byte[] answer) {
              log.add(new Sent(nowMillis(), Host.this, from.name, envelope(answer), answer.length));
              inFlight.add(() -> from.hear(answer, Host.this));
            }
          });
      deliver();
    }

    List<Sent> sent() {
      return log.stream().filter(sent -> sent.from == this).toList();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  final List<Sent> log = new ArrayList<>();
  private final List<Host> hosts = new ArrayList<>();
  private final Queue<Runnable> inFlight = new ArrayDeque<>();
  private boolean delivering;
  // Near the overflow of a nanosecond clock, on purpose.
  private long nowNanos = Long.MAX_VALUE - 1_000_000_000L;
  private final long startNanos = nowNanos;

  Host join(String name, Duration maxAnswerDelay) {
    Host host = new Host(name, address(hosts.size() + 1), hosts.size() + 1, maxAnswerDelay);
    hosts.add(host);
    return host;
  }

  /** Moves the clock through everything that is due on the way. */
  void advance(Duration duration) {
    long endNanos = nowNanos + duration.toNanos();
    deliver();
    while (nowNanos != endNanos) {
      long restNanos = endNanos - nowNanos;
      long pauseNanos =
          hosts.stream().mapToLong(host -> host.engine.pauseNanos()).min().orElse(restNanos);
      nowNanos += Math.min(pauseNanos, restNanos);
      hosts.forEach(host -> host.engine.advanceTo(nowNanos));
      deliver();
    }
  }

  private void deliver() {
    if (delivering) {
      return;
    }
    delivering = true;
    for (Runnable next = inFlight.poll(); next != null; next = inFlight.poll()) {
      next.run();
    }
    delivering = false;
  }

  private long nowMillis() {
    return (nowNanos - startNanos) / 1_000_000;
  }

  private static Envelope envelope(byte[] datagram) {
    try {
      return EnvelopeCodec.read(datagram);
    } catch (XmlException e) {
      throw new AssertionError(e);
    }
  }

  private static InetAddress address(int n) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) n});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
