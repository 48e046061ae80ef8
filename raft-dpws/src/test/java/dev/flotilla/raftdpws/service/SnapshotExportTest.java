package dev.flotilla.raftdpws.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import dev.flotilla.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotExportTest {
  private static final long FAST = 1L << 40;
  private static final Configuration GROUP =
      new Configuration(List.of(new Member(new NodeId(new UUID(1, 2)), new Incarnation(3, 4))));

  @TempDir Path directory;

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private SnapshotStore store;
  private SnapshotExport export;

  @BeforeEach
  void open() throws IOException {
    store = SnapshotStore.open(new FileDisk(directory), 1);
    export = new SnapshotExport(store, thread, FAST, Await.limit().toNanos());
  }

  @AfterEach
  void close() throws IOException {
    thread.shutdownNow();
    export.close();
    store.close();
  }

  @Test
  void piecesMakeTheSnapshotThatWasTheNewestAtTheBeginning() throws IOException {
    byte[] content = snapshot(10, 700_000);
    ReadSnapshotResponse piece = ask(Optional.empty(), 0);
    SnapshotMetadata metadata = piece.snapshot().orElseThrow();
    snapshot(20, 700_000);
    assertThat(store.deleteOlder(20)).isTrue();

    ByteArrayOutputStream read = new ByteArrayOutputStream();
    read.writeBytes(piece.data().toArray());
    while (read.size() < content.length) {
      piece = ask(Optional.of(metadata), read.size());
      assertThat(piece.snapshot()).contains(metadata);
      read.writeBytes(piece.data().toArray());
    }
    assertThat(read.toByteArray()).isEqualTo(content);
    assertThat(ask(Optional.empty(), 0).snapshot().orElseThrow().last().index()).isEqualTo(20);
  }

  @Test
  void whoOnlyBeganKeepsNobodyFromANewerOne() throws IOException {
    snapshot(10, 700_000);
    ask(Optional.empty(), 0);
    snapshot(20, 700_000);
    assertThat(ask(Optional.empty(), 0).snapshot().orElseThrow().last().index()).isEqualTo(20);
  }

  @Test
  void asLongAsOneReadsOnNobodyBeginsWithANewerOne() throws IOException {
    snapshot(10, 700_000);
    Optional<SnapshotMetadata> first = ask(Optional.empty(), 0).snapshot();
    ask(first, SnapshotExport.PIECE_BYTES);
    snapshot(20, 700_000);
    assertThat(faultOf(Optional.empty())).isEqualTo(Optional.of(RaftFault.BUSY));
    assertThat(ask(first, 2L * SnapshotExport.PIECE_BYTES).data().size()).isPositive();
  }

  @Test
  void aSnapshotThatIsNotThereIsNotSent() throws IOException {
    assertThat(ask(Optional.empty(), 0).reason().orElseThrow()).contains("has no snapshot");
    snapshot(10, 1_000);
    SnapshotMetadata old = ask(Optional.empty(), 0).snapshot().orElseThrow();
    snapshot(20, 1_000);
    ReadSnapshotResponse answer = ask(Optional.of(old), 0);
    assertThat(answer.snapshot()).isEmpty();
    assertThat(answer.reason().orElseThrow()).contains("begin again");
  }

  @Test
  void anOffsetBeyondTheEndHasNoBytes() throws IOException {
    snapshot(10, 1_000);
    assertThat(ask(Optional.empty(), Long.MAX_VALUE / 2).data().size()).isZero();
  }

  private ReadSnapshotResponse ask(Optional<SnapshotMetadata> snapshot, long offset) {
    return answerTo(snapshot, offset).join();
  }

  private Optional<RaftFault> faultOf(Optional<SnapshotMetadata> snapshot) {
    try {
      throw new AssertionError("answered: " + answerTo(snapshot, 0).join());
    } catch (CompletionException e) {
      return ((Faulted) e.getCause()).fault;
    }
  }

  private CompletableFuture<ReadSnapshotResponse> answerTo(
      Optional<SnapshotMetadata> snapshot, long offset) {
    Asked asked = new Asked();
    export.read(new ReadSnapshotRequest(Optional.empty(), snapshot, offset), asked);
    return asked.end;
  }

  private byte[] snapshot(long index, int size) throws IOException {
    byte[] content = new byte[size];
    new Random(index).nextBytes(content);
    SnapshotWriter writer = store.begin(SnapshotStore.Kind.TAKING, GROUP);
    writer.write(content, 0, size);
    assertThat(store.complete(writer, new LogPosition(index, 1), 0, GROUP, 1)).isPresent();
    return content;
  }

  private static final class Faulted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<RaftFault> fault;

    Faulted(SoapFault fault) {
      super(fault.reason());
      this.fault = RaftFault.of(fault);
    }
  }

  private static final class Asked implements Exchange<ReadSnapshotResponse> {
    private final CompletableFuture<ReadSnapshotResponse> end = new CompletableFuture<>();

    @Override
    public void answer(ReadSnapshotResponse response) {
      end.complete(response);
    }

    @Override
    public void fault(SoapFault fault) {
      end.completeExceptionally(new Faulted(fault));
    }

    @Override
    public SoapHeader header() {
      return SoapHeader.request("urn:action", "urn:uuid:1", "urn:to");
    }

    @Override
    public InetSocketAddress remoteAddress() {
      return InetSocketAddress.createUnresolved("remote", 1);
    }

    @Override
    public InetSocketAddress localAddress() {
      return InetSocketAddress.createUnresolved("local", 1);
    }
  }
}
