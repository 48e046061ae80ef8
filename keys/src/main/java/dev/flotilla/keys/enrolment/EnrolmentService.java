package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpExchange;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.http.RequestGuard;
import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.dpws.tls.OneSidedTls;
import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Enrolled;
import dev.flotilla.keys.EnrolmentIdentity;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.KeysException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Issues certificates to devices that know its secret, until its uses are used up or its time is
 * over. Wrong secrets slow it down and never end it, since anybody on the network can send them.
 *
 * <p>Any thread. It has threads of its own: one for its network, one that asks the authority, one
 * for discovery. There are at most {@value #MAX_CONNECTIONS} connections, each for one request of
 * at most {@value #MAX_REQUEST_CHARS} characters and {@value #CONNECTION_SECONDS} s; {@link
 * SourceLimits} bounds how many come.
 */
public final class EnrolmentService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EnrolmentService.class);
  private static final int MAX_CONNECTIONS = 16;
  private static final int CONNECTION_SECONDS = 10;
  private static final int MAX_REQUEST_CHARS = 8 << 10;

  /** Why a service has ended. */
  public enum End {
    /** As many devices as it was to enrol have their certificates. */
    USED_UP,
    /** Its time is over. */
    TIME_OVER,
    /** It was closed. */
    CLOSED
  }

  /** What happens. On threads of the service, one call at a time; must not block for long. */
  public interface Listener {
    /** A device has its certificate, for the first time or once more. */
    void enrolled(InetAddress device, Enrolled enrolled);

    /** Somebody got none. */
    void refused(InetAddress source, String why);
  }

  private final EnrolmentSettings settings;
  private final EnrolmentSecret secret;
  private final EnrolmentDesk desk;
  private final SourceLimits limits;
  private final EventLoops loops = EventLoops.start(1, "flotilla-enrolment-net");
  private final HttpEndpoint endpoint;
  private final @Nullable Discovery discovery;
  private final AtomicBoolean isEnding = new AtomicBoolean();
  private final AtomicBoolean isLingering = new AtomicBoolean();
  private final CompletableFuture<End> ended = new CompletableFuture<>();
  private final ExecutorService work = Executors.newSingleThreadExecutor(EnrolmentService::daemon);

  private EnrolmentService(
      Authority authority,
      EnrolmentSettings settings,
      EnrolmentIdentity identity,
      Listener listener,
      Duration connectionLife)
      throws KeysException {
    this.settings = settings;
    this.secret = EnrolmentSecret.of(identity.authority());
    this.desk = new EnrolmentDesk(authority, settings, secret, listener);
    InetSocketAddress address = address(settings);
    this.limits = new SourceLimits(address.getAddress(), System.nanoTime());
    this.endpoint = listen(address, identity, connectionLife);
    this.discovery = announce(authority.group());
    endpoint.serve(this::serve);
    loops.after(settings.duration(), () -> end(End.TIME_OVER));
  }

  /**
   * Starts a service with a new secret. Blocks for some hundred milliseconds.
   *
   * @throws KeysException if the authority has ended, or the interface or port cannot be used
   */
  public static EnrolmentService start(
      Authority authority, EnrolmentSettings settings, Listener listener) throws KeysException {
    return start(authority, settings, listener, Duration.ofSeconds(CONNECTION_SECONDS));
  }

  /** The same with connections that may last so long; for tests. */
  static EnrolmentService start(
      Authority authority, EnrolmentSettings settings, Listener listener, Duration connectionLife)
      throws KeysException {
    Duration life = settings.duration().plus(settings.linger()).plus(Duration.ofMinutes(1));
    return new EnrolmentService(
        authority, settings, authority.enrolmentIdentity(life), listener, connectionLife);
  }

  /** What devices need to know. */
  public EnrolmentSecret secret() {
    return secret;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return endpoint.address();
  }

  /** Whether devices find it by discovery; if not, they must be told its address. */
  public boolean isAnnounced() {
    return discovery != null;
  }

  /** How many devices have got a certificate. */
  public int used() {
    return desk.used();
  }

  /** Completed when it has ended and freed everything; on a thread of the service. */
  public CompletionStage<End> ended() {
    return ended.copy();
  }

  /** Ends it; blocks for at most a second. */
  @Override
  public void close() {
    end(End.CLOSED);
  }

  private void serve(HttpExchange exchange) {
    if (!exchange.path().equals(EnrolmentNames.PATH) || !exchange.method().equals("POST")) {
      exchange.answer(404, "there is only POST " + EnrolmentNames.PATH);
    } else if (exchange.body().length() > MAX_REQUEST_CHARS) {
      exchange.answer(413, "the request exceeds %s characters".formatted(MAX_REQUEST_CHARS));
    } else {
      execute(() -> decide(exchange));
    }
  }

  private void decide(HttpExchange exchange) {
    InetAddress from = exchange.remoteAddress().getAddress();
    String named = String.join("", exchange.header(EnrolmentNames.TOKEN_FIELD));
    String token =
        named.startsWith(EnrolmentNames.TOKEN_PREFIX)
            ? named.substring(EnrolmentNames.TOKEN_PREFIX.length())
            : "";
    EnrolmentAnswer decided = desk.answer(token, exchange.body(), from);
    Runnable answer =
        () -> exchange.answer(decided.kind().status(), HttpResource.text(decided.text()));
    if (decided.kind() == EnrolmentAnswer.Kind.WRONG_TOKEN) {
      limits.wrong(from, System.nanoTime());
      loops.after(settings.wrongTokenDelay(), answer);
    } else {
      answer.run();
    }
  }

  /** When a connection has ended, so that its device has the answer. */
  private void endIfDone() {
    if (desk.isUsedUp() && isLingering.compareAndSet(false, true)) {
      loops.after(settings.linger(), () -> end(End.USED_UP));
    }
  }

  private void end(End why) {
    if (isEnding.compareAndSet(false, true)) {
      endpoint.close();
      execute(
          () -> {
            if (discovery != null) {
              discovery.close();
            }
            loops.close();
            ended.complete(why);
          });
      work.shutdown();
    }
  }

  private void execute(Runnable task) {
    try {
      work.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("enrolment: ended already", e);
    }
  }

  private static InetSocketAddress address(EnrolmentSettings settings) throws KeysException {
    NetworkInterface nic = settings.networkInterface();
    return LinkState.callable(nic.inetAddresses(), LinkState.Ipv6.WITHOUT_IPV4).stream()
        .findFirst()
        .map(it -> new InetSocketAddress(it, settings.port()))
        .orElseThrow(
            () ->
                new KeysException(
                    Kind.NETWORK,
                    "network interface %s has no address that others can call; is it up?"
                        .formatted(nic.getName())));
  }

  private HttpEndpoint listen(InetSocketAddress address, EnrolmentIdentity identity, Duration life)
      throws KeysException {
    try {
      OneSidedTls tls = new OneSidedTls(identity.key(), identity.chain(), life, new Connections());
      return HttpEndpoint.open(
          loops,
          address,
          HttpLimits.DEFAULT
              .withConnections(MAX_CONNECTIONS, 1)
              .withMaxEnvelopeBytes(HttpLimits.MIN_ENVELOPE_BYTES)
              .withTimeouts(life, life, life)
              .withKeys(tls, RequestGuard.OPEN));
    } catch (IOException e) {
      loops.close();
      throw new KeysException(
          String.valueOf(e.getMessage()).contains("in use") ? Kind.PORT_IN_USE : Kind.NETWORK,
          "%s; choose another port or interface".formatted(e.getMessage()),
          e);
    }
  }

  /** What {@link SourceLimits} decides. */
  private final class Connections implements OneSidedTls.Guard {
    @Override
    public boolean admits(InetAddress source) {
      return limits.admits(source, System.nanoTime());
    }

    @Override
    public void ended(InetAddress source) {
      limits.release(source);
      execute(EnrolmentService.this::endIfDone);
    }
  }

  private @Nullable Discovery announce(String group) {
    NetworkInterface nic = settings.networkInterface();
    try {
      Discovery opened = Discovery.open(DiscoverySettings.on(List.of(nic)));
      opened.announce(
          new Target(
              "urn:uuid:" + UUID.randomUUID(),
              List.of(EnrolmentNames.TYPE),
              List.of(EnrolmentNames.scope(group)),
              List.of(EnrolmentNames.url(address())),
              1));
      return opened;
    } catch (IOException e) {
      LOG.warn("enrolment: not announced on {}: {}", nic.getName(), e.getMessage());
      return null;
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "flotilla-enrolment");
    thread.setDaemon(true);
    return thread;
  }
}
