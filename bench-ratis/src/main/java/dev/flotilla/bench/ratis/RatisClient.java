package dev.flotilla.bench.ratis;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/** One Ratis client with a connection of its own: it has found the leader before it is measured. */
final class RatisClient implements BenchClient {
  private static final int CONNECT_SECONDS = 30;
  private static final int UID_BYTES = 16;

  private final RaftClient client;

  private RatisClient(RaftClient client) {
    this.client = client;
  }

  static BenchClient connect(String ensemble) throws IOException, InterruptedException {
    RaftClient client =
        RaftClient.newBuilder()
            .setRaftGroup(Groups.of(Ensemble.parse(ensemble)))
            .setProperties(new RaftProperties())
            .build();
    RatisClient connected = new RatisClient(client);
    try {
      connected.executed();
    } catch (IOException e) {
      connected.close();
      throw e;
    }
    return connected;
  }

  /** How many commands the leader has executed. */
  int executed() throws IOException, InterruptedException {
    try {
      RaftClientReply reply =
          client.async().sendReadOnly(Message.EMPTY).get(CONNECT_SECONDS, TimeUnit.SECONDS);
      return Integer.parseInt(reply.getMessage().getContent().toStringUtf8());
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("no leader answers within " + CONNECT_SECONDS + " s", e);
    }
  }

  @Override
  public void insert(WorkloadCommand command, InsertListener listener) {
    CompletableFuture<RaftClientReply> unused =
        client
            .async()
            .send(Message.valueOf(bytes(command)))
            .whenComplete((reply, failure) -> answer(reply, failure, listener));
  }

  private static ByteString bytes(WorkloadCommand command) {
    byte[] text = (command.command() + command.parameters()).getBytes(StandardCharsets.UTF_8);
    UUID uid = UUID.fromString(command.uid());
    ByteBuffer bytes = ByteBuffer.allocate(UID_BYTES + text.length);
    bytes.putLong(uid.getMostSignificantBits()).putLong(uid.getLeastSignificantBits()).put(text);
    return ByteString.copyFrom(bytes.flip());
  }

  private static void answer(
      @Nullable RaftClientReply reply, @Nullable Throwable failure, InsertListener listener) {
    if (reply != null && reply.isSuccess()) {
      listener.done();
    } else if (reply != null && reply.getException() != null) {
      listener.failed("refused-" + reply.getException().getClass().getSimpleName());
    } else {
      listener.failed("unknown-" + (failure == null ? "" : failure.getClass().getSimpleName()));
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
