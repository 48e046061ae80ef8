package dev.flotilla;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.ConnectionListener;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.dpws.soap.MessageEncoding;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Prepares a client.
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public final class ClientBuilder<C, R> {
  private final String group;
  private final CommandCodec<C> commands;
  private final ValueCodec<R> results;
  private final CommandSet versions;
  private Duration timeout = Duration.ofMillis(ClientSettings.DEFAULT_TIMEOUT_MILLIS);
  private Network network = Network.LOOPBACK;
  private List<URI> servers = List.of();
  private ReadOptions reads = ReadOptions.linearizable();
  private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;
  private int maxPendingCalls = ClientSettings.DEFAULT_MAX_PENDING_CALLS;
  private int maxWaitingCalls;
  private Optional<ClientRuntime> runtime = Optional.empty();
  private Optional<ConnectionListener> listener = Optional.empty();
  private Optional<Path> keys = Optional.empty();
  private Optional<MessageEncoding> encoding = Optional.empty();

  ClientBuilder(
      String group, CommandCodec<C> commands, ValueCodec<R> results, CommandSet versions) {
    this.group = group;
    this.versions = versions;
    this.commands = commands;
    this.results = results;
  }

  /** How long a call may take through all its attempts; 10 seconds by default. */
  public ClientBuilder<C, R> timeout(Duration atMost) {
    if (atMost.isNegative() || atMost.isZero() || atMost.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a timeout is positive, not " + atMost);
    }
    timeout = atMost;
    return this;
  }

  /**
   * Adds an interface on whose network servers are searched, as the system names it, or {@code
   * all}; loopback if none is added.
   */
  public ClientBuilder<C, R> networkInterface(String name) {
    network = network.and(name);
    return this;
  }

  /** A discovery proxy that is asked beside the multicast group. */
  public ClientBuilder<C, R> discoveryProxy(InetSocketAddress address) {
    network = network.withDiscoveryProxy(address);
    return this;
  }

  /** RAFT_Service URLs of servers, where multicast does not reach. */
  public ClientBuilder<C, R> servers(URI... addresses) {
    servers = List.of(addresses);
    return this;
  }

  /** The waits between attempts; 10 to 200 ms by default. */
  public ClientBuilder<C, R> retryPolicy(RetryPolicy policy) {
    retryPolicy = policy;
    return this;
  }

  /**
   * Bounds the calls of this client. Beyond both bounds calls are refused.
   *
   * @param underWay so many are sent at a time, at least 1; 1,024 by default, and of commands never
   *     more, since a group keeps no more of one client apart
   * @param waiting so many more wait for others to end, in order and until their own deadlines, 0
   *     or more; 0 by default
   */
  public ClientBuilder<C, R> maxCalls(int underWay, int waiting) {
    maxPendingCalls = underWay;
    maxWaitingCalls = waiting;
    return this;
  }

  /**
   * Threads, connections and discovery that several clients share. It stays open when this client
   * is closed; close it after its clients. {@link #networkInterface} is its own, not this one's.
   */
  public ClientBuilder<C, R> runtime(ClientRuntime shared) {
    runtime = Optional.of(shared);
    return this;
  }

  /** Who is told when the client finds its leader, loses it, or searches. */
  public ClientBuilder<C, R> connectionListener(ConnectionListener told) {
    listener = Optional.of(told);
    return this;
  }

  /** How fresh answers to queries are unless a call says otherwise; linearizable by default. */
  public ClientBuilder<C, R> reads(ReadOptions options) {
    reads = options;
    return this;
  }

  /**
   * The key directory of this client, as {@code flotilla keys issue --role client} makes it: it
   * asks servers of that group only, by TLS. The files are read again when they change.
   */
  public ClientBuilder<C, R> keys(Path keyDirectory) {
    keys = Optional.of(keyDirectory);
    return this;
  }

  /** Another form of messages than XML, such as EXI, with servers that know it too. */
  public ClientBuilder<C, R> encoding(MessageEncoding chosen) {
    encoding = Optional.of(chosen);
    return this;
  }

  /**
   * Starts the client; servers are searched in the background, so that none has to be there yet.
   *
   * @throws IOException if the network interface or the keys cannot be used
   */
  public FlotillaClient<C, R> connect() throws IOException {
    ClientSettings settings =
        new ClientSettings(
            group,
            Math.toIntExact(timeout.toMillis()),
            ClientSettings.DEFAULT_ATTEMPT_TIMEOUT_MILLIS,
            retryPolicy,
            network,
            servers,
            Optional.empty(),
            maxPendingCalls,
            maxWaitingCalls,
            keys,
            encoding);
    GroupClient client =
        runtime.isPresent()
            ? DpwsGroupClient.connect(settings, runtime.get(), listener)
            : DpwsGroupClient.connect(settings, listener);
    return new FlotillaClient<>(client, commands, results, versions, reads);
  }
}
