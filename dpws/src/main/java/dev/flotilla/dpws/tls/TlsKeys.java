package dev.flotilla.dpws.tls;

import dev.flotilla.dpws.Refusals;
import dev.flotilla.dpws.http.message.Channels;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of one device: secures connections with what a key directory holds, and follows it.
 *
 * <p>The files are read again once a second. When they have changed, new connections use what they
 * hold now; a state that cannot be used is logged, and the former one stays in use. Connections
 * whose certificate is revoked or has expired are closed within that second.
 *
 * <p><b>Thread.</b> Any thread. Handshakes run on two threads of their own, one for each direction,
 * with {@value #MAX_WAITING_HANDSHAKES} steps waiting for each; a connection whose step finds no
 * room is closed. A third thread reads the files.
 */
public final class TlsKeys implements AcceptingTls, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TlsKeys.class);

  /** How long an accepted connection may take for its handshake, at least. */
  static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(3);

  private static final int MAX_WAITING_HANDSHAKES = 256;
  private static final long POLL_MILLIS = 1_000;
  private static final long IDLE_SECONDS = 10;
  private static final long CLOSE_NOTIFY_MILLIS = 500;

  private static final AttributeKey<X509Certificate> PEER =
      AttributeKey.valueOf(TlsKeys.class, "peer");

  private final Path directory;
  private final GroupTrust trust = new GroupTrust(this::current);
  private final Refusals refusals = new Refusals(LOG);
  private final HandshakePace pace = new HandshakePace();
  private final Set<Channel> secured = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor accepting = handshakes("flotilla-tls-in");
  private final ThreadPoolExecutor calling = handshakes("flotilla-tls-out");
  private final ScheduledExecutorService polling =
      Executors.newSingleThreadScheduledExecutor(it -> daemon(it, "flotilla-keys"));
  private volatile Credentials current;
  private KeyFiles files;
  private String lastFailure = "";
  private boolean clockIsWrong;

  private TlsKeys(Path directory) throws IOException {
    this.directory = directory;
    this.files = KeyFiles.read(directory);
    this.current = Credentials.of(files, Optional.empty(), trust);
    var unused =
        polling.scheduleWithFixedDelay(
            this::refresh, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Reads a key directory: {@code authority.pem}, {@code certificate.pem}, {@code key.pem} and, if
   * there is one, {@code revoked.pem}. Blocks for the disk.
   *
   * @throws KeysUnusable if a file is missing or wrong, or others may read the key
   */
  public static TlsKeys open(Path directory) throws IOException {
    return new TlsKeys(directory);
  }

  /** Where the keys are. */
  public Path directory() {
    return directory;
  }

  /** The own certificate, as it is now. */
  public X509Certificate certificate() {
    return current.own();
  }

  /** The certificates of the authority, as they are now; the first is the newest file's first. */
  public List<X509Certificate> authorities() {
    return current.authorities();
  }

  /** Why a certificate is not accepted now; empty if it is. */
  public Optional<String> objection(X509Certificate certificate) {
    return current.objection(certificate, Instant.now());
  }

  /** The authority's list of revoked certificates, as it is now; empty if there is none. */
  public Optional<X509CRL> revocations() {
    return current.revoked();
  }

  /**
   * Takes a list of revoked certificates that somebody has sent, and keeps it in the directory, if
   * the authority has signed it after the one in use. Then it closes the connections of those whom
   * it names. Blocks for the disk.
   *
   * @param encoded DER or PEM
   * @return whether it is in use now; what is no list of the authority is passed over
   */
  public synchronized boolean takeRevocations(byte[] encoded) {
    try {
      X509CRL list = KeyFiles.revocationList(encoded);
      Optional<Credentials> taken = current.with(list);
      if (taken.isEmpty()) {
        return false;
      }
      current = taken.get();
      LOG.info("List of revoked certificates of {} taken over", list.getThisUpdate().toInstant());
      keep(list);
      closeRefused();
      return true;
    } catch (GeneralSecurityException e) {
      LOG.debug("No list of revoked certificates: {}", e.getMessage());
      return false;
    }
  }

  private void keep(X509CRL list) {
    try {
      KeyFiles.writeRevocations(directory, list);
    } catch (IOException e) {
      LOG.warn(
          "The list of revoked certificates of {} is in use, but cannot be kept in {}: {}; let this"
              + " program write there, or copy the list",
          list.getThisUpdate().toInstant(),
          directory,
          e.toString());
    }
  }

  /**
   * Reads the files again if they have changed, and closes the connections that are not accepted
   * any more. Happens once a second anyway. Blocks for the disk.
   */
  public synchronized void refresh() {
    try {
      KeyFiles now = KeyFiles.read(directory);
      if (!now.equals(files)) {
        current = Credentials.of(now, current.revoked(), trust);
        files = now;
        LOG.info(
            "Keys of {} read again; own certificate valid until {}",
            directory,
            current.own().getNotAfter().toInstant());
      }
      lastFailure = "";
      warnOfClock(Instant.now());
    } catch (IOException | RuntimeException e) {
      String failure = String.valueOf(e.getMessage());
      if (!failure.equals(lastFailure)) {
        lastFailure = failure;
        LOG.warn("The former keys stay in use: {}", failure);
      }
    }
    closeRefused();
  }

  private void warnOfClock(Instant clock) {
    Instant signed = current.signedAt();
    boolean isWrong = clock.isBefore(signed);
    if (isWrong && !clockIsWrong) {
      LOG.warn(
          "The clock says {}, which is before these keys were made: until it is set, certificates"
              + " are judged as of {}, so one that has expired since may be accepted",
          clock,
          signed);
    } else if (!isWrong && clockIsWrong) {
      LOG.info("The clock says {} now: certificates are judged by it", clock);
    }
    clockIsWrong = isWrong;
  }

  @Override
  public void secureAccepted(Channel channel) {
    SslHandler tls =
        handler(current.server(), channel, accepting, pace.acceptingLimit(HANDSHAKE_TIMEOUT));
    channel.pipeline().addLast(tls, new TlsGate(this, tls, PeerCheck.ANY));
  }

  /**
   * Secures a connection that is being opened, before anything else is in its pipeline: what comes
   * behind hears that the channel is active when the other side is accepted.
   *
   * @param other who is called
   * @param timeout for the handshake, at least: it may take several times as long as handshakes
   *     took lately
   */
  public void secureOpened(
      Channel channel, InetSocketAddress other, Duration timeout, PeerCheck check) {
    SslHandler tls = handler(current.client(), channel, calling, pace.limit(timeout, other));
    channel.pipeline().addLast(tls, new TlsGate.OfCaller(this, tls, check, other));
  }

  /** The certificate of the other side of a connection; null before it is accepted. */
  public static @Nullable X509Certificate peerOf(Channel channel) {
    return channel.attr(PEER).get();
  }

  /**
   * Logs that somebody is refused: one line, unless there are too many of them. Any thread.
   *
   * @param other where it calls from
   * @param reason why, for this side's operator only
   */
  public void logRefusal(SocketAddress other, String reason) {
    refusals.refused(certificate().getSubjectX500Principal().getName(), other, reason);
  }

  /** How long the next handshake with that address may take, at least the given time. */
  public Duration handshakeLimit(Duration least, URI called) {
    return pace.limit(least, called);
  }

  HandshakePace pace() {
    return pace;
  }

  /** Ends the threads; connections that exist are left as they are. Idempotent. */
  @Override
  public void close() {
    polling.shutdownNow();
    accepting.shutdown();
    calling.shutdown();
  }

  void accepted(Channel channel, X509Certificate peer) {
    channel.attr(PEER).set(peer);
    secured.add(channel);
    channel.closeFuture().addListener(closed -> secured.remove(channel));
  }

  private Credentials current() {
    return current;
  }

  private void closeRefused() {
    for (Channel channel : secured) {
      X509Certificate peer = peerOf(channel);
      Optional<String> objection = peer == null ? Optional.empty() : objection(peer);
      if (objection.isPresent()) {
        logRefusal(channel.remoteAddress(), objection.get());
        Channels.close(channel);
      }
    }
  }

  private static SslHandler handler(
      SslContext context, Channel channel, ThreadPoolExecutor executor, Duration timeout) {
    SslHandler tls = context.newHandler(channel.alloc(), executor);
    tls.setHandshakeTimeoutMillis(timeout.toMillis());
    tls.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
    return tls;
  }

  private static ThreadPoolExecutor handshakes(String name) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING_HANDSHAKES),
            it -> daemon(it, name));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
