package dev.flotilla.client;

import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a client finds its group and how long it tries. Immutable: each method {@code with...}
 * returns other settings.
 *
 * <pre>{@code
 * ClientSettings.of("hall").withTimeout(Duration.ofSeconds(3)).withKeys(Path.of("keys"))
 * }</pre>
 */
public final class ClientSettings {
  /** Ten seconds a call; long enough for an election, a restart and a search. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** One second a server: a healthy leader answers within milliseconds. */
  public static final Duration DEFAULT_ATTEMPT_TIMEOUT = Duration.ofSeconds(1);

  /** Enough for a busy device, small enough that a stuck group fills no heap. */
  public static final int DEFAULT_MAX_PENDING_CALLS = 1_024;

  /** So many wait, in order and until their deadlines, for others to end. */
  public static final int DEFAULT_MAX_WAITING_CALLS = 8_192;

  private final String group;
  private Duration timeout = DEFAULT_TIMEOUT;
  private Duration attemptTimeout = DEFAULT_ATTEMPT_TIMEOUT;
  private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;
  private Network network = Network.LOOPBACK;
  private List<URI> servers = List.of();
  private @Nullable Path addressFile;
  private int maxPendingCalls = DEFAULT_MAX_PENDING_CALLS;
  private int maxWaitingCalls = DEFAULT_MAX_WAITING_CALLS;
  private @Nullable Path keys;
  private @Nullable MessageEncoding encoding;
  private @Nullable String groupId;

  private ClientSettings(String group) {
    this.group = group;
  }

  private ClientSettings with(Consumer<ClientSettings> change) {
    ClientSettings copy = new ClientSettings(group);
    copy.timeout = timeout;
    copy.attemptTimeout = attemptTimeout;
    copy.retryPolicy = retryPolicy;
    copy.network = network;
    copy.servers = servers;
    copy.addressFile = addressFile;
    copy.maxPendingCalls = maxPendingCalls;
    copy.maxWaitingCalls = maxWaitingCalls;
    copy.keys = keys;
    copy.encoding = encoding;
    copy.groupId = groupId;
    change.accept(copy);
    return copy;
  }

  /**
   * The usual settings for a group on this machine: the loopback interface, no memory.
   *
   * @param group the group's name
   * @throws IllegalArgumentException if it is no name of a group
   */
  public static ClientSettings of(String group) {
    RaftNames.scope(group);
    return new ClientSettings(group);
  }

  /**
   * How long a call may take in all, through however many attempts; 10 s by default.
   *
   * @throws IllegalArgumentException if it is not from 1 ms to 24 days
   */
  public ClientSettings withTimeout(Duration atMost) {
    return with(it -> it.timeout = TimeLimits.checked(atMost));
  }

  /**
   * How long one server may take over one attempt; 1 s by default.
   *
   * @throws IllegalArgumentException if it is not from 1 ms to 24 days
   */
  public ClientSettings withAttemptTimeout(Duration atMost) {
    return with(it -> it.attemptTimeout = TimeLimits.checked(atMost));
  }

  /** The waits between attempts. */
  public ClientSettings withRetryPolicy(RetryPolicy policy) {
    return with(it -> it.retryPolicy = policy);
  }

  /** Where to look for servers; loopback by default. */
  public ClientSettings withNetwork(Network chosen) {
    return with(it -> it.network = chosen);
  }

  /**
   * URLs to ask before and beside discovery, of which host and port count.
   *
   * @throws IllegalArgumentException if one is no http or https URL
   */
  public ClientSettings withServers(List<URI> urls) {
    return with(it -> it.servers = urls.stream().map(RaftAddress::required).toList());
  }

  /**
   * Where the group's id and last known addresses are remembered, so that the next start need not
   * search; to be deleted if the group was made anew.
   *
   * @param file null for nowhere, which is the default
   */
  public ClientSettings withAddressFile(@Nullable Path file) {
    return with(it -> it.addressFile = file);
  }

  /**
   * Bounds the calls of the client. Beyond both bounds calls are refused as busy.
   *
   * @param pending so many may be under way at a time, at least 1; 1,024 by default
   * @param waiting so many more wait, in order and until their deadlines, for others to end; 8,192
   *     by default, 0 to refuse at once
   */
  public ClientSettings withCalls(int pending, int waiting) {
    if (pending < 1 || waiting < 0) {
      throw new IllegalArgumentException(
          "%s calls under way and %s waiting ones are allowed; use at least 1 and 0"
              .formatted(pending, waiting));
    }
    return with(
        it -> {
          it.maxPendingCalls = pending;
          it.maxWaitingCalls = waiting;
        });
  }

  /**
   * The client's key directory: with it, it asks servers of that group only, by TLS.
   *
   * @param directory null for none, which is the default
   */
  public ClientSettings withKeys(@Nullable Path directory) {
    return with(it -> it.keys = directory);
  }

  /**
   * Another form of messages than XML, such as EXI, used with servers that know it too.
   *
   * @param chosen null for XML, which is the default
   */
  public ClientSettings withEncoding(@Nullable MessageEncoding chosen) {
    return with(it -> it.encoding = chosen);
  }

  /**
   * The id of the group that is meant, if several have the name; else the first that is met.
   *
   * @throws IllegalArgumentException if it is empty
   */
  public ClientSettings withGroupId(String id) {
    return with(it -> it.groupId = new GroupId(id).value());
  }

  /** The group's name. */
  public String group() {
    return group;
  }

  /** See {@link #withTimeout}. */
  public Duration timeout() {
    return timeout;
  }

  /** See {@link #withAttemptTimeout}. */
  public Duration attemptTimeout() {
    return attemptTimeout;
  }

  /** See {@link #withRetryPolicy}. */
  public RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  /** See {@link #withNetwork}. */
  public Network network() {
    return network;
  }

  /** See {@link #withServers}. */
  public List<URI> servers() {
    return servers;
  }

  /** See {@link #withAddressFile}. */
  public Optional<Path> addressFile() {
    return Optional.ofNullable(addressFile);
  }

  /** See {@link #withCalls}. */
  public int maxPendingCalls() {
    return maxPendingCalls;
  }

  /** See {@link #withCalls}. */
  public int maxWaitingCalls() {
    return maxWaitingCalls;
  }

  /** See {@link #withKeys}. */
  public Optional<Path> keys() {
    return Optional.ofNullable(keys);
  }

  /** See {@link #withEncoding}. */
  public Optional<MessageEncoding> encoding() {
    return Optional.ofNullable(encoding);
  }

  /** See {@link #withGroupId}. */
  public Optional<String> groupId() {
    return Optional.ofNullable(groupId);
  }
}
