package dev.flotilla;

import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The client of a server's own group, which is made when it is first wanted. Any thread. */
final class OwnClient implements AutoCloseable {
  private final RaftDevice device;
  private final Network network;
  private final @Nullable Path keys;
  private final @Nullable MessageEncoding encoding;

  // Guarded by this.
  private @Nullable GroupClient client;
  private boolean closed;

  OwnClient(
      RaftDevice device, Network network, @Nullable Path keys, @Nullable MessageEncoding encoding) {
    this.device = device;
    this.encoding = encoding;
    this.network = network;
    this.keys = keys;
  }

  synchronized GroupAdmin admin() throws IOException {
    if (closed) {
      throw new IllegalStateException("the server is closed");
    }
    if (client == null) {
      client = DpwsGroupClient.connect(settings());
    }
    return client.admin();
  }

  /** Removes the server from the members of its group, once it has found it. */
  CompletableFuture<AdminOutcome> leave(CompletableFuture<String> founded, Duration atMost) {
    if (atMost.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          "leave waits for 1 ms or more, not for %s; pass a positive duration".formatted(atMost));
    }
    CompletableFuture<Optional<AdminOutcome>> obstacle = new CompletableFuture<>();
    var unused =
        founded
            .orTimeout(TimeUnit.MILLISECONDS.convert(atMost), TimeUnit.MILLISECONDS)
            .whenComplete((group, failure) -> obstacle.complete(obstacle(atMost, failure)));
    return obstacle.thenCompose(
        refusal ->
            refusal
                .<CompletableFuture<AdminOutcome>>map(CompletableFuture::completedFuture)
                .orElseGet(this::remove));
  }

  private static Optional<AdminOutcome> obstacle(Duration atMost, @Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause == null) {
      return Optional.empty();
    }
    boolean isStopped =
        cause instanceof ServerStartException known
            && known.kind() == ServerStartException.Kind.STOPPED;
    if (isStopped) {
      return Optional.of(closed());
    }
    String detail =
        cause instanceof TimeoutException
            ? "this server has not found its group within %s ms; try again when it has"
                .formatted(TimeUnit.MILLISECONDS.convert(atMost))
            : "this server is not a member of its group: " + cause.getMessage();
    return Optional.of(new AdminOutcome.Refused(RefusalReason.NO_SERVER, detail));
  }

  private CompletableFuture<AdminOutcome> remove() {
    try {
      return admin().remove(device.member().id().toString());
    } catch (IllegalStateException e) {
      return CompletableFuture.completedFuture(closed());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static AdminOutcome closed() {
    return new AdminOutcome.Refused(
        RefusalReason.CLOSED, "this server was closed before it left its group; start it to leave");
  }

  private ClientSettings settings() {
    StatusResponse own = device.status();
    ClientSettings settings =
        ClientSettings.of(own.name())
            .withNetwork(network)
            .withServers(List.of(device.address()))
            .withKeys(keys)
            .withEncoding(encoding);
    return own.group().map(it -> settings.withGroupId(it.value())).orElse(settings);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (client != null) {
      client.close();
    }
  }
}
