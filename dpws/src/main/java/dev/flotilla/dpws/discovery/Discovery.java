package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.EventLoops;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces a device, answers who looks for it, and looks for devices: WS-Discovery 1.1 on the
 * interfaces of its {@link DiscoverySettings}. One serves one device, one client, or both; any
 * number may live in one JVM and on one port.
 *
 * <p>Methods may be called from any thread and do not block, but for {@link #open} and {@link
 * #close}. Consumers and futures run on the event loop and must not block it. What is heard is not
 * authenticated, and a datagram may be lost: this is a directory of addresses, nothing more.
 *
 * <p>Memory and work are bounded: datagrams over 16 KiB are passed over, 4,096 MessageIDs and
 * senders remembered, at most 400 Probes and Resolves a second answered, 100 of one address, each
 * with at most three times its bytes. Before anything is parsed, a Hello that no listener wants is
 * passed over, and whatever exceeds 1,200 datagrams a second, or 400 of one source address.
 */
public final class Discovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
  private static final long CLOSE_LIMIT_SECONDS = 5;

  /** Without any timer Netty looks after an event loop each second. */
  private static final long NOTHING_DUE_NANOS = TimeUnit.HOURS.toNanos(1);

  /** What stops a consumer from hearing more. */
  public interface Subscription extends AutoCloseable {
    /** Ends it; the consumer may still be running on the event loop. */
    @Override
    void close();
  }

  /** Who hears, and by what a Hello is known that it wants; every Hello if empty. */
  private record Listener(Optional<ByteText> wanted, Consumer<DiscoveredTarget> consumer) {
    boolean wantsHello(byte[] datagram) {
      return wanted.isEmpty() || wanted.get().isIn(datagram);
    }
  }

  private final DiscoverySettings settings;
  private final @Nullable EventLoops ownLoops;
  private final EventLoop loop;
  private volatile List<GroupPort> ports = List.of();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  // What is executed before the closing is, and nothing after it.
  private final Object lifecycle = new Object();
  private boolean closing;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  // Of the event loop alone.
  private final DiscoveryEngine engine;
  private @Nullable ScheduledFuture<?> timer;
  private long timerNanos;

  private Discovery(DiscoverySettings settings) {
    this.settings = settings;
    this.ownLoops = settings.eventLoops().isPresent() ? null : EventLoops.start(1, "discovery");
    this.loop = (ownLoops == null ? settings.eventLoops().orElseThrow() : ownLoops).group().next();
    RandomGenerator random = new SecureRandom();
    TimerQueue agenda = new TimerQueue(System.nanoTime());
    Transmitter transmitter =
        new Transmitter(
            this::multicast,
            agenda,
            Retransmission.DPWS,
            random,
            // Grows with each start, as section 7 asks, unless the clock is set back.
            settings.instanceId().orElseGet(() -> Instant.now().getEpochSecond()));
    this.engine =
        new DiscoveryEngine(
            transmitter,
            agenda,
            random,
            settings.maxAnswerDelay().toNanos(),
            datagram -> listeners.stream().anyMatch(listener -> listener.wantsHello(datagram)),
            new NearAddresses(address -> ports.stream().anyMatch(port -> port.isOnLink(address))),
            this::sighted);
  }

  /**
   * Joins the groups and listens; says nothing yet. Blocks for milliseconds; not for event loops.
   *
   * @throws IOException when an interface offers none of the groups, or a socket cannot be opened
   */
  public static Discovery open(DiscoverySettings settings) throws IOException {
    Discovery discovery = new Discovery(settings);
    try {
      List<GroupPort> ports = new ArrayList<>();
      discovery.ports = ports;
      for (NetworkInterface nic : settings.interfaces()) {
        ports.addAll(discovery.openPorts(nic));
      }
      return discovery;
    } catch (IOException | RuntimeException e) {
      discovery.close();
      throw e;
    }
  }

  /** What it was opened with. */
  public DiscoverySettings settings() {
    return settings;
  }

  /**
   * Says Hello for a device and answers for it from now on; again with a higher metadata version
   * when anything has changed. The first Hello waits at random up to the answer delay.
   *
   * @throws IllegalArgumentException when the description does not fit in 4,096 bytes
   * @throws IllegalStateException when closed
   */
  public void announce(Target target) {
    Transmitter.requireSendable(new ProbeMatches(List.of(target)));
    execute(() -> engine.target().announce(target));
  }

  /** Says Bye for the device, if one was announced, and answers for it no more. */
  public void leave() {
    execute(() -> engine.target().leave());
  }

  /**
   * Asks the group for devices.
   *
   * @param duration how long answers are gathered; devices may take {@link
   *     DiscoverySettings#maxAnswerDelay} of theirs, 2,500 ms by DPWS 1.1
   * @param onMatch hears of each device at once, and again when it answers something else
   * @return completed when the time is up, or when this is closed, with all that was found
   * @throws IllegalArgumentException when the Probe does not fit in 4,096 bytes
   * @throws IllegalStateException when closed
   */
  public CompletionStage<List<Target>> probe(
      Probe probe, Duration duration, Consumer<Target> onMatch) {
    Transmitter.requireSendable(probe);
    CompletableFuture<List<Target>> result = new CompletableFuture<>();
    execute(() -> engine.client().probe(probe, duration, onMatch, result));
    return result;
  }

  /** {@link #probe(Probe, Duration, Consumer)} for those who wait for the whole result. */
  public CompletionStage<List<Target>> probe(Probe probe, Duration duration) {
    return probe(probe, duration, target -> {});
  }

  /**
   * Asks where the device of this identity is.
   *
   * @param duration how long to wait for its answer
   * @return completed with the first answer; empty when the time is up or when this is closed
   * @throws IllegalStateException when closed
   */
  public CompletionStage<Optional<Target>> resolve(String endpointReference, Duration duration) {
    Transmitter.requireSendable(new DiscoveryMessage.Resolve(endpointReference));
    CompletableFuture<Optional<Target>> result = new CompletableFuture<>();
    execute(() -> engine.client().resolve(endpointReference, duration, result));
    return result;
  }

  /**
   * Hears of every Hello and Bye, and of every answer to a question of this Discovery; the device
   * that is announced here is heard, too. Each message is heard once, in the order of its sender.
   */
  public Subscription listen(Consumer<DiscoveredTarget> listener) {
    return listen(new Listener(Optional.empty(), listener));
  }

  /**
   * {@link #listen(Consumer)} for whoever looks for the devices of one scope: Hellos of others need
   * not be heard, and cost hardly anything. They are told apart by the characters of the scope, so
   * that a device that escapes them in its XML is found by a Probe only.
   */
  public Subscription listen(String scope, Consumer<DiscoveredTarget> listener) {
    return listen(new Listener(Optional.of(new ByteText(scope)), listener));
  }

  /**
   * Opens its sockets anew, on the interfaces that have the names of those in its settings now, and
   * closes those that it had: to be called when addresses have changed, or an interface was made
   * anew. Blocks for milliseconds; not for event loops.
   *
   * @return whether each interface is there and offers one of the groups; it goes without the rest
   */
  public boolean rejoin() {
    List<GroupPort> opened = new ArrayList<>();
    boolean isComplete = true;
    for (NetworkInterface former : settings.interfaces()) {
      try {
        NetworkInterface now = NetworkInterface.getByName(former.getName());
        if (now == null) {
          throw new IOException("there is no network interface " + former.getName());
        }
        opened.addAll(openPorts(now));
      } catch (IOException e) {
        LOG.debug("Discovery goes without {}", former.getName(), e);
        isComplete = false;
      }
    }
    synchronized (lifecycle) {
      List<GroupPort> unused = closing ? opened : ports;
      ports = closing ? ports : List.copyOf(opened);
      unused.forEach(GroupPort::close);
    }
    return isComplete;
  }

  /** Says Bye, sends it again as SOAP-over-UDP asks (up to 250 ms), and closes. */
  public CompletionStage<Void> closeAsync() {
    synchronized (lifecycle) {
      if (!closing) {
        closing = true;
        loop.execute(() -> run(engine::close));
      }
    }
    return closed;
  }

  /** {@link #closeAsync} and waits for it, but for callers on the event loop. */
  @Override
  public void close() {
    CompletionStage<Void> done = closeAsync();
    if (loop.inEventLoop()) {
      return;
    }
    try {
      done.toCompletableFuture().get(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Discovery did not close in {} s", CLOSE_LIMIT_SECONDS, e);
    }
  }

  private Subscription listen(Listener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  private List<GroupPort> openPorts(NetworkInterface nic) throws IOException {
    IOException failure = null;
    List<GroupPort> opened = new ArrayList<>();
    for (InetSocketAddress group : settings.groups()) {
      try {
        GroupPort.open(loop, nic, group, settings, this::received).ifPresent(opened::add);
      } catch (IOException e) {
        LOG.warn("Discovery goes without {}: {}", group, e.toString());
        failure = e;
      }
    }
    if (opened.isEmpty()) {
      throw new IOException(
          "discovery cannot use network interface %s: %s"
              .formatted(
                  nic.getName(),
                  failure == null
                      ? "it has no address for any of the groups " + settings.groups()
                      : failure.getMessage() + ": " + failure.getCause() + remedy(failure)),
          failure);
    }
    return opened;
  }

  private static String remedy(IOException failure) {
    return failure.getCause() instanceof BindException
        ? "; end the program that uses this UDP port and does not share it"
        : "";
  }

  private void received(byte[] datagram, ReturnPath from) {
    run(() -> engine.receive(datagram, from));
  }

  private void multicast(byte[] datagram) {
    ports.forEach(port -> port.multicast(datagram));
  }

  private void sighted(DiscoveredTarget sighting) {
    listeners.forEach(listener -> ClientRole.deliver(listener.consumer(), sighting));
  }

  // Never at once, even on the event loop: a consumer that calls back must not find the engine
  // in the middle of something.
  private void execute(Runnable task) {
    synchronized (lifecycle) {
      if (closing) {
        throw new IllegalStateException("this Discovery is closed");
      }
      loop.execute(() -> run(task));
    }
  }

  private void run(Runnable task) {
    engine.advanceTo(System.nanoTime());
    task.run();
    rearm();
  }

  private void rearm() {
    long pauseNanos = engine.pauseNanos();
    if (pauseNanos == Long.MAX_VALUE) {
      closeIfAsked();
      if (engine.isClosed()) {
        return;
      }
      pauseNanos = NOTHING_DUE_NANOS;
    }
    long dueNanos = System.nanoTime() + pauseNanos;
    if (timer != null && timerNanos - dueNanos <= 0) {
      return;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    timerNanos = dueNanos;
    timer = loop.schedule(this::tick, pauseNanos, TimeUnit.NANOSECONDS);
  }

  private void tick() {
    timer = null;
    run(() -> {});
  }

  private void closeIfAsked() {
    if (!engine.isClosed()) {
      return;
    }
    ports.forEach(GroupPort::close);
    if (ownLoops == null) {
      closed.complete(null);
    } else {
      ownLoops
          .group()
          .shutdownGracefully(0, CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)
          .addListener(done -> closed.complete(null));
    }
  }
}
