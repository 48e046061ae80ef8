package dev.flotilla;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.raftdpws.RaftDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The client of a server's own group, which is made when it is first wanted. Any thread. */
final class OwnClient implements AutoCloseable {
  private final RaftDevice device;
  private final Network network;
  private final Optional<Path> keys;
  private final Optional<MessageEncoding> encoding;

  // Guarded by this.
  private @Nullable GroupClient client;
  private boolean closed;

  OwnClient(
      RaftDevice device, Network network, Optional<Path> keys, Optional<MessageEncoding> encoding) {
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
    return new GroupAdmin(client);
  }

  /** Removes the server from the members of its group, once it has found it. */
  CompletionStage<CommandOutcome> leave(CompletionStage<String> founded, Duration atMost) {
    if (atMost.toMillis() < 1) {
      throw new IllegalArgumentException(
          "leave waits for 1 ms or more, not for %s; pass a positive duration".formatted(atMost));
    }
    CompletableFuture<Optional<CommandOutcome>> obstacle = new CompletableFuture<>();
    var unused =
        founded
            .toCompletableFuture()
            .orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete((group, failure) -> obstacle.complete(obstacle(atMost, failure)));
    return obstacle.thenCompose(
        refusal ->
            refusal
                .<CompletionStage<CommandOutcome>>map(CompletableFuture::completedStage)
                .orElseGet(this::remove));
  }

  private static Optional<CommandOutcome> obstacle(Duration atMost, @Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause == null) {
      return Optional.empty();
    }
    String detail =
        cause instanceof TimeoutException
            ? "this server has not found its group within %s ms; try again when it has"
                .formatted(atMost.toMillis())
            : "this server is not a member of its group: " + cause.getMessage();
    return Optional.of(new CommandOutcome.Refused(RefusalReason.NO_SERVER, detail));
  }

  private CompletionStage<CommandOutcome> remove() {
    try {
      return admin().remove(device.member().id().toString());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private ClientSettings settings() {
    return new ClientSettings(
        device.status().name(),
        ClientSettings.DEFAULT_TIMEOUT_MILLIS,
        ClientSettings.DEFAULT_ATTEMPT_TIMEOUT_MILLIS,
        RetryPolicy.DEFAULT,
        network,
        List.of(device.address()),
        Optional.empty(),
        ClientSettings.DEFAULT_MAX_PENDING_CALLS,
        0,
        keys,
        encoding);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (client != null) {
      client.close();
    }
  }
}
