package dev.flotilla;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.ConnectionListener;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.dpws.soap.MessageEncoding;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a client.
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public final class ClientBuilder<C, R> {
  private final CommandCodec<C> commands;
  private final ResultCodec<C, R> results;
  private final CommandSet versions;
  private ClientSettings settings;
  private ReadOptions reads = ReadOptions.linearizable();
  private @Nullable ClientRuntime runtime;
  private @Nullable ConnectionListener listener;

  ClientBuilder(
      String group, CommandCodec<C> commands, ResultCodec<C, R> results, CommandSet versions) {
    this.settings = ClientSettings.of(group);
    this.versions = versions;
    this.commands = commands;
    this.results = results;
  }

  /**
   * How long a call may take through all its attempts; 10 seconds by default.
   *
   * @throws IllegalArgumentException if it is not from 1 ms to 24 days
   */
  public ClientBuilder<C, R> timeout(Duration atMost) {
    settings = settings.withTimeout(atMost);
    return this;
  }

  /**
   * Adds an interface on whose network servers are searched, as the system names it, or {@code
   * all}; loopback if none is added.
   */
  public ClientBuilder<C, R> networkInterface(String name) {
    settings = settings.withNetwork(settings.network().and(name));
    return this;
  }

  /** A discovery proxy that is asked beside the multicast group. */
  public ClientBuilder<C, R> discoveryProxy(InetSocketAddress address) {
    settings = settings.withNetwork(settings.network().withDiscoveryProxy(address));
    return this;
  }

  /** RAFT_Service URLs of servers, where multicast does not reach. */
  public ClientBuilder<C, R> servers(URI... addresses) {
    settings = settings.withServers(List.of(addresses));
    return this;
  }

  /** The waits between attempts; 10 ms to 1 s by default. */
  public ClientBuilder<C, R> retryPolicy(RetryPolicy policy) {
    settings = settings.withRetryPolicy(policy);
    return this;
  }

  /**
   * Bounds the calls of this client. Beyond both bounds calls are refused.
   *
   * @param underWay so many are sent at a time, at least 1; 1,024 by default, and of commands never
   *     more, since a group keeps no more of one client apart
   * @param waiting so many more wait for others to end, in order and until their own deadlines, 0
   *     or more; 8,192 by default
   */
  public ClientBuilder<C, R> maxCalls(int underWay, int waiting) {
    settings = settings.withCalls(underWay, waiting);
    return this;
  }

  /**
   * Threads, connections and discovery that several clients share. It stays open when this client
   * is closed; close it after its clients. {@link #networkInterface} is its own, not this one's.
   */
  public ClientBuilder<C, R> runtime(ClientRuntime shared) {
    runtime = shared;
    return this;
  }

  /** Who is told when the client finds its leader, loses it, or searches. */
  public ClientBuilder<C, R> connectionListener(ConnectionListener told) {
    listener = told;
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
    settings = settings.withKeys(keyDirectory);
    return this;
  }

  /** Another form of messages than XML, such as EXI, with servers that know it too. */
  public ClientBuilder<C, R> encoding(MessageEncoding chosen) {
    settings = settings.withEncoding(chosen);
    return this;
  }

  /**
   * Starts the client; servers are searched in the background, so that none has to be there yet.
   *
   * @throws IOException if the network interface or the keys cannot be used
   * @throws IllegalStateException if keys or an encoding are named beside {@link #runtime}
   */
  public FlotillaClient<C, R> connect() throws IOException {
    if (runtime != null && (settings.keys().isPresent() || settings.encoding().isPresent())) {
      throw new IllegalStateException(
          "keys and encoding of a client on a shared runtime are those of the runtime; pass them to"
              + " ClientRuntime.start");
    }
    GroupClient client =
        runtime == null
            ? DpwsGroupClient.connect(settings, listener)
            : DpwsGroupClient.connect(settings, runtime, listener);
    return new FlotillaClient<>(client, commands, results, versions, reads);
  }
}
