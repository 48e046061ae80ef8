package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Enrolled;
import dev.flotilla.keys.EnrolmentIdentity;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.KeysException.Kind;
import dev.flotilla.keys.enrolment.EnrolmentMessage.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Issues certificates to devices that know its secret, until its uses are used up, its time is over
 * or {@value EnrolmentSettings#MAX_WRONG_TOKENS} wrong secrets have come.
 *
 * <p>Any thread. It has threads of its own: one that accepts, one for deadlines, up to {@value
 * #MAX_CONNECTIONS} for connections, one for discovery. A connection lives for at most {@value
 * #CONNECTION_SECONDS} seconds and sends at most 8 KiB; {@link SourceLimits} bounds how many there
 * are.
 */
public final class EnrolmentService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EnrolmentService.class);
  private static final int MAX_CONNECTIONS = 16;
  private static final int CONNECTION_SECONDS = 10;
  private static final int IDLE_SECONDS = 10;

  /** Why a service has ended. */
  public enum End {
    /** As many devices as it was to enrol have their certificates. */
    USED_UP,
    /** Its time is over. */
    TIME_OVER,
    /** Somebody is guessing. */
    TOO_MANY_WRONG_TOKENS,
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
  private final SSLContext tls;
  private final ServerSocket socket;
  private final @Nullable Discovery discovery;
  private final SourceLimits limits = new SourceLimits(System.nanoTime());
  private final AtomicBoolean isEnding = new AtomicBoolean();
  private final AtomicBoolean isLingering = new AtomicBoolean();
  private final CompletableFuture<End> ended = new CompletableFuture<>();
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(daemons("flotilla-enrolment-deadlines"));
  private final ThreadPoolExecutor connections =
      new ThreadPoolExecutor(
          0,
          MAX_CONNECTIONS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          daemons("flotilla-enrolment-connection"));

  private EnrolmentService(
      EnrolmentSettings settings,
      EnrolmentSecret secret,
      EnrolmentDesk desk,
      SSLContext tls,
      ServerSocket socket,
      @Nullable Discovery discovery) {
    this.settings = settings;
    this.secret = secret;
    this.desk = desk;
    this.tls = tls;
    this.socket = socket;
    this.discovery = discovery;
  }

  /**
   * Starts a service with a new secret. Blocks for some hundred milliseconds.
   *
   * @throws KeysException if the authority has ended, or the interface or port cannot be used
   */
  public static EnrolmentService start(
      Authority authority, EnrolmentSettings settings, Listener listener) throws KeysException {
    Duration life = settings.duration().plus(settings.linger()).plus(Duration.ofMinutes(1));
    EnrolmentIdentity identity = authority.enrolmentIdentity(life);
    EnrolmentSecret secret = EnrolmentSecret.of(identity.authority());
    ServerSocket socket = listen(settings);
    EnrolmentService service =
        new EnrolmentService(
            settings,
            secret,
            new EnrolmentDesk(authority, settings, secret, listener),
            ServiceTls.of(identity),
            socket,
            announce(authority.group(), settings.networkInterface(), socket));
    service.run();
    return service;
  }

  /** What devices need to know. */
  public EnrolmentSecret secret() {
    return secret;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
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

  private void run() {
    daemons("flotilla-enrolment").newThread(this::accept).start();
    var unused =
        deadlines.schedule(
            () -> end(End.TIME_OVER), settings.duration().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void accept() {
    while (!isEnding.get()) {
      try {
        Socket accepted = socket.accept();
        InetAddress from = accepted.getInetAddress();
        if (limits.admits(from, System.nanoTime())) {
          dispatch(accepted, from);
        } else {
          closeQuietly(accepted);
        }
      } catch (IOException e) {
        if (!isEnding.get()) {
          LOG.warn("enrolment: cannot accept connections, the service ends", e);
          end(End.CLOSED);
        }
      }
    }
  }

  private void dispatch(Socket accepted, InetAddress from) {
    try {
      connections.execute(() -> serve(accepted, from));
    } catch (RejectedExecutionException e) {
      limits.release(from);
      closeQuietly(accepted);
    }
  }

  private void serve(Socket accepted, InetAddress from) {
    // Closes what is below TLS, which ends every wait at once.
    ScheduledFuture<?> deadline = deadline(accepted);
    try (SSLSocket secured = ServiceTls.serving(tls, accepted)) {
      EnrolmentMessage request =
          EnrolmentMessage.read(secured.getInputStream(), EnrolmentMessage.MAX_REQUEST_BYTES);
      EnrolmentMessage answer = desk.answer(request, from);
      if (answer.isRefusedFor(Reason.TOKEN)) {
        TimeUnit.MILLISECONDS.sleep(settings.wrongTokenDelay().toMillis());
      }
      answer.write(secured.getOutputStream());
    } catch (IOException e) {
      LOG.debug("enrolment: connection from {} failed", from, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (deadline != null) {
        deadline.cancel(false);
      }
      closeQuietly(accepted);
      limits.release(from);
      endIfDone();
    }
  }

  private @Nullable ScheduledFuture<?> deadline(Socket accepted) {
    try {
      return deadlines.schedule(() -> closeQuietly(accepted), CONNECTION_SECONDS, TimeUnit.SECONDS);
    } catch (RejectedExecutionException e) {
      // It has ended meanwhile, and so does the connection.
      closeQuietly(accepted);
      return null;
    }
  }

  private void endIfDone() {
    if (desk.areTooManyWrong()) {
      end(End.TOO_MANY_WRONG_TOKENS);
    } else if (desk.isUsedUp() && isLingering.compareAndSet(false, true)) {
      try {
        var unused =
            deadlines.schedule(
                () -> end(End.USED_UP), settings.linger().toMillis(), TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("enrolment: ended already", e);
      }
    }
  }

  private void end(End why) {
    if (!isEnding.compareAndSet(false, true)) {
      return;
    }
    closeQuietly(socket);
    if (discovery != null) {
      discovery.close();
    }
    connections.shutdownNow();
    deadlines.shutdownNow();
    ended.complete(why);
  }

  private static ServerSocket listen(EnrolmentSettings settings) throws KeysException {
    NetworkInterface nic = settings.networkInterface();
    InetAddress address =
        LinkState.callable(nic.inetAddresses(), LinkState.Ipv6.WITHOUT_IPV4).stream()
            .findFirst()
            .orElseThrow(
                () ->
                    new KeysException(
                        Kind.NETWORK,
                        "network interface %s has no address that others can call; is it up?"
                            .formatted(nic.getName())));
    try {
      return new ServerSocket(settings.port(), MAX_CONNECTIONS, address);
    } catch (IOException e) {
      throw new KeysException(
          Kind.NETWORK,
          "cannot listen on %s port %s: %s; choose another port or interface"
              .formatted(address.getHostAddress(), settings.port(), e.getMessage()),
          e);
    }
  }

  private static @Nullable Discovery announce(
      String group, NetworkInterface nic, ServerSocket socket) {
    try {
      Discovery discovery = Discovery.open(DiscoverySettings.on(List.of(nic)));
      URI address = ServiceAddress.uri(socket.getInetAddress(), socket.getLocalPort());
      discovery.announce(
          new Target(
              "urn:uuid:" + UUID.randomUUID(),
              List.of(EnrolmentNames.TYPE),
              List.of(EnrolmentNames.scope(group)),
              List.of(address),
              1));
      return discovery;
    } catch (IOException e) {
      LOG.warn("enrolment: not announced on {}: {}", nic.getName(), e.getMessage());
      return null;
    }
  }

  private static void closeQuietly(Closeable closed) {
    try {
      closed.close();
    } catch (IOException e) {
      LOG.debug("enrolment: closing failed", e);
    }
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
