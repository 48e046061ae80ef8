package dev.flotilla.raftdpws.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.http.client.AnswerCheck;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.tls.PeerCheck;
import dev.flotilla.dpws.tls.TlsKeys;
import dev.flotilla.raft.model.NodeId;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.security.cert.CRLException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key directory of a server or a client, and what its authority says about others. Any thread;
 * only {@link #open} blocks.
 */
public final class GroupKeys implements AutoCloseable {
  /** So long before its own certificate ends, a server and a client warn. */
  public static final Duration WARNED_BEFORE = Duration.ofDays(30);

  private static final Logger LOG = LoggerFactory.getLogger(GroupKeys.class);
  private static final String GROUP_PREFIX = "urn:flotilla:group:";
  private static final int MAX_PRINCIPALS = 1_000;
  private static final int MAX_LIST_BYTES = 512 * 1024;

  private final TlsKeys tls;
  private final ConcurrentHashMap<X509Certificate, Principal> principals =
      new ConcurrentHashMap<>();

  private GroupKeys(TlsKeys tls) {
    this.tls = tls;
  }

  /**
   * Reads a key directory. Blocks for the disk.
   *
   * @throws dev.flotilla.dpws.tls.KeysUnusable if a file is missing or wrong, or others may read
   *     the key
   */
  public static GroupKeys open(Path directory) throws IOException {
    return new GroupKeys(TlsKeys.open(directory));
  }

  /** Secures connections. */
  public TlsKeys tls() {
    return tls;
  }

  /** Whose keys these are, as of now. */
  public Principal self() {
    return principal(tls.certificate());
  }

  /** The name of the group whose authority this is; empty if it does not say. */
  public Optional<String> groupName() {
    return tls.authorities().stream()
        .map(Principal::uris)
        .flatMap(uris -> uris.stream().filter(uri -> uri.startsWith(GROUP_PREFIX)))
        .map(uri -> decoded(uri.substring(GROUP_PREFIX.length())))
        .findFirst();
  }

  /** When the own certificate ends. */
  public Instant endsAt() {
    return tls.certificate().getNotAfter().toInstant();
  }

  /** What to warn of: that the own certificate ends soon, or has ended. */
  public Optional<String> warning() {
    Instant end = endsAt();
    if (Instant.now().isBefore(end.minus(WARNED_BEFORE))) {
      return Optional.empty();
    }
    return Optional.of(
        "the certificate in %s %s at %s: renew it, or nobody accepts its connections"
            .formatted(tls.directory(), end.isBefore(Instant.now()) ? "expired" : "expires", end));
  }

  /** Logs the {@link #warning} now and once a day, as long as there is one. */
  public void warnDaily(ScheduledExecutorService thread) {
    var unused =
        thread.scheduleWithFixedDelay(() -> warning().ifPresent(LOG::warn), 0, 1, TimeUnit.DAYS);
  }

  /** When the list of revoked certificates in use was signed, in milliseconds; 0 without one. */
  public long revocationsMillis() {
    return tls.revocations()
        .map(list -> list.getThisUpdate().toInstant().toEpochMilli())
        .orElse(0L);
  }

  /**
   * The list of revoked certificates, DER, if it was signed after that time; empty also if it is
   * longer than {@value #MAX_LIST_BYTES} bytes, which no message carries.
   */
  public Optional<byte[]> revocationsAfter(long millis) {
    return revocationsMillis() > millis
        ? tls.revocations().map(GroupKeys::encoded).filter(it -> it.length <= MAX_LIST_BYTES)
        : Optional.empty();
  }

  /** Who shows this certificate. */
  public Principal principal(X509Certificate certificate) {
    Principal known = principals.get(certificate);
    if (known != null) {
      return known;
    }
    if (principals.size() >= MAX_PRINCIPALS) {
      principals.clear(); // Those of the present come back by themselves.
    }
    return principals.computeIfAbsent(certificate, Principal::of);
  }

  /** For a caller that asks servers of the group, whichever they are. */
  public CallerOptions toServers(CallerOptions options) {
    PeerCheck check =
        peer ->
            principal(peer).is(Role.MEMBER)
                ? Optional.empty()
                : Optional.of(principal(peer) + " is not a server of this group");
    return options.withKeys(tls, check);
  }

  /** For a connection to one member. */
  public CallerOptions toMember(CallerOptions options, NodeId member) {
    PeerCheck check =
        peer ->
            principal(peer).is(member)
                ? Optional.empty()
                : Optional.of(principal(peer) + " is not " + member);
    return options.withKeys(tls, check);
  }

  /** An answer counts only if the member that it names has given it. */
  public <A> AnswerCheck<A> givenBy(Function<A, NodeId> named) {
    return (answer, peer) -> {
      NodeId claimed = named.apply(answer);
      return principal(peer).is(claimed)
          ? Optional.empty()
          : Optional.of(principal(peer) + " answers as " + claimed);
    };
  }

  /** Ends its threads; connections are left as they are. Idempotent. */
  @Override
  public void close() {
    tls.close();
  }

  private static byte[] encoded(X509CRL list) {
    try {
      return list.getEncoded();
    } catch (CRLException e) {
      throw new IllegalStateException("a list that was read has its bytes", e);
    }
  }

  private static String decoded(String percentEncoded) {
    try {
      // A plus sign is one: this is no form.
      return URLDecoder.decode(percentEncoded.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return percentEncoded;
    }
  }
}
