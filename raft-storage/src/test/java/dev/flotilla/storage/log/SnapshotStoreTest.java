package dev.flotilla.storage.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.snapshot.ArrivedPart;
import dev.flotilla.storage.snapshot.ContentCheck;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import dev.flotilla.storage.snapshot.UnwritableSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotStoreTest {
  private static final LogPosition LAST = new LogPosition(40, 3);
  private static final String NAME = "snapshot-0000000000000000040";

  /** A little more than two blocks. */
  private static final String CONTENT = "0123456789".repeat(13_200);

  private static final int ONE_MEBIBYTE = 1024 * 1024;
  private static final String LARGE = "0123456789abcdef-".repeat(400_000);

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void whatWasWrittenIsReadAsAWholeAndInPieces() throws IOException {
    SnapshotStore store = open();
    SnapshotMetadata taken = Logs.snapshot(store, LAST, CONTENT);

    assertThat(taken.sizeBytes()).isEqualTo(CONTENT.length());
    try (InputStream whole = open().open(taken)) {
      assertThat(new String(whole.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(CONTENT);
    }
    for (int offset : new int[] {0, 1, 65_535, 65_536, 131_071, CONTENT.length() - 1}) {
      String piece = store.read(taken, offset, 100).toUtf8();
      assertThat(piece).isNotEmpty().isEqualTo(CONTENT.substring(offset, offset + piece.length()));
    }
  }

  @Test
  void theNewestOneSurvivesAPowerCutAndIsTheOnlyOneLeft() throws IOException {
    SnapshotStore store = open();
    Logs.snapshot(store, new LogPosition(7, 1), "old");
    SnapshotMetadata taken = Logs.snapshot(store, LAST, CONTENT);
    store.begin(SnapshotStore.Kind.ARRIVING, taken.configuration()).write(1);
    disk.loseUnsynced();

    SnapshotStore again = open();
    again.tidy(0);

    assertThat(again.newest()).contains(taken);
    assertThat(disk.list()).containsExactly(NAME);
  }

  @Test
  void aSnapshotLeavesTheReserveToOthers() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    SnapshotStore store = SnapshotStore.open(disk, Logs.KEY, 2 * ONE_MEBIBYTE);
    disk.fillUpAfter(sent.sizeBytes() + 2 * ONE_MEBIBYTE - 1);

    assertThatThrownBy(() -> store.receive(sent, 0))
        .isInstanceOf(UnwritableSnapshot.class)
        .hasMessageContaining("2097152 shall stay so; it needs " + sent.sizeBytes());
    assertThat(disk.list()).isEmpty();
    assertThat(disk.usableBytes()).isEqualTo(sent.sizeBytes() + 2 * ONE_MEBIBYTE - 1);
    SnapshotWriter own = store.begin(SnapshotStore.Kind.TAKING, sent.configuration());
    byte[] block = new byte[64 * 1024];
    assertThatThrownBy(
            () -> {
              while (true) {
                own.write(block);
              }
            })
        .isInstanceOf(UnwritableSnapshot.class);
    assertThat(disk.usableBytes()).isBetween(ONE_MEBIBYTE - 1000L, 2L * ONE_MEBIBYTE);
    store.discard(own);

    disk.fillUpAfter(sent.sizeBytes() + 3 * ONE_MEBIBYTE);
    store.receive(sent, 0).write(LARGE.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, ONE_MEBIBYTE})
  void aFailureThatTheWriterKeptToItselfIsToldAtTheEndThoughThereIsRoomAgain(int reserve)
      throws IOException {
    SnapshotStore store = SnapshotStore.open(disk, Logs.KEY, reserve);
    SnapshotMetadata other = Logs.snapshot(open(), LAST, "there");
    SnapshotWriter writer = store.begin(SnapshotStore.Kind.TAKING, other.configuration());
    disk.fillUpAfter(100);
    PrintWriter careless = new PrintWriter(writer, false, StandardCharsets.UTF_8);
    careless.print(CONTENT);
    careless.flush();
    disk.fillUpAfter(64L * ONE_MEBIBYTE);
    careless.print(CONTENT);
    careless.flush();

    assertThatThrownBy(() -> writer.write(1)).isInstanceOf(UnwritableSnapshot.class);
    assertThatThrownBy(writer::endContent)
        .isInstanceOf(UnwritableSnapshot.class)
        .hasMessageContaining("could not be written after");
  }

  @Test
  void withoutAReserveNobodyAsksHowMuchIsFree() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    disk.fillUpAfter(sent.sizeBytes() / 2);
    SnapshotStore store = SnapshotStore.open(disk, Logs.KEY, 0);
    SnapshotWriter begun = store.receive(sent, 0);
    assertThat(disk.list()).hasSize(1);
    store.discard(begun);
  }

  @Test
  void aSmallSnapshotMayTakeHalfOfWhatIsLeftBelowTheReserve() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    SnapshotStore store = SnapshotStore.open(disk, Logs.KEY, 64L * sent.sizeBytes());
    disk.fillUpAfter(2 * sent.sizeBytes() - 1);
    assertThatThrownBy(() -> store.receive(sent, 0)).isInstanceOf(UnwritableSnapshot.class);
    disk.fillUpAfter(2 * sent.sizeBytes());
    store.receive(sent, 0).write(LARGE.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aSnapshotThatArrivesLeavesRoomForTheStateThatIsRestoredFromIt() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    SnapshotStore store = SnapshotStore.open(disk, Logs.KEY, ONE_MEBIBYTE);
    long stateBytes = 10L * ONE_MEBIBYTE;
    disk.fillUpAfter(sent.sizeBytes() + stateBytes + ONE_MEBIBYTE - 1);

    assertThatThrownBy(() -> store.receive(sent, stateBytes))
        .isInstanceOf(UnwritableSnapshot.class)
        .hasMessageContaining("it needs " + sent.sizeBytes())
        .hasMessageContaining("the state that is restored needs " + stateBytes);
    assertThatThrownBy(() -> store.receive(sent, Long.MAX_VALUE))
        .isInstanceOf(UnwritableSnapshot.class);
    assertThat(disk.list()).isEmpty();
    disk.fillUpAfter(sent.sizeBytes() + stateBytes + ONE_MEBIBYTE);
    store.receive(sent, stateBytes).write(LARGE.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aFileThatIsNotWhatWasSentIsRefusedAndGone() throws IOException {
    SnapshotStore store = open();
    SnapshotMetadata other = Logs.snapshot(open(), LAST, "there");
    disk.delete(NAME);
    SnapshotWriter writer = store.begin(SnapshotStore.Kind.ARRIVING, other.configuration());
    writer.write(Bytes.utf8("thera").toArray());

    assertThat(store.complete(writer, other, 0, ContentCheck.NONE)).isFalse();
    assertThat(store.newest()).isEmpty();
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void aStateThatCannotBeRestoredIsRefusedAndGone() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, "there");
    for (ContentCheck check :
        List.<ContentCheck>of(
            content -> {
              throw new IOException("no journal but " + new String(content.readAllBytes(), UTF_8));
            },
            content -> {
              throw new IllegalArgumentException("no journal");
            })) {
      SnapshotStore store = open();
      SnapshotWriter writer = store.begin(SnapshotStore.Kind.ARRIVING, sent.configuration());
      writer.write(Bytes.utf8("there").toArray());

      assertThat(store.complete(writer, sent, 0, check)).isFalse();
      assertThat(store.newest()).isEmpty();
      assertThat(disk.list()).isEmpty();
    }
  }

  @Test
  void aReadThatFailsIsNoFaultOfTheSnapshotThatArrives() throws IOException {
    assertFailedReadIsTold(InputStream::readAllBytes);
    assertFailedReadIsTold(content -> content.skipNBytes(LARGE.length()));
  }

  private void assertFailedReadIsTold(ContentCheck reading) throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    SnapshotStore store = open();
    SnapshotWriter writer = store.begin(SnapshotStore.Kind.ARRIVING, sent.configuration());
    writer.write(Bytes.utf8(LARGE).toArray());
    ContentCheck check =
        content -> {
          disk.loseUnsynced();
          try {
            reading.verify(content);
          } catch (IOException e) {
            throw new IOException("no journal", e);
          }
        };

    assertThatThrownBy(() -> store.complete(writer, sent, 0, check))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the process that opened this file is gone");
  }

  @Test
  void whatWasForcedOfASnapshotThatArrivesIsGoneOnWithAfterAPowerCut() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    byte[] content = LARGE.getBytes(StandardCharsets.UTF_8);
    long arrivedBytes = 0;
    for (int part = 1; part <= 4; part++) {
      SnapshotStore store = open();
      store.tidy(LAST.index() - 1);
      assertThat(store.arrived().map(ArrivedPart::bytes).orElse(0L))
          .isEqualTo(arrivedBytes)
          .isGreaterThanOrEqualTo((part - 1L) * content.length / 5 - ONE_MEBIBYTE);
      SnapshotWriter writer =
          arrivedBytes == 0 ? store.receive(sent, 0) : store.resume(sent, arrivedBytes, 0);
      int end = part * content.length / 5;
      writer.write(content, (int) arrivedBytes, end - (int) arrivedBytes);
      disk.loseUnsynced();
      SnapshotStore again = open();
      again.tidy(LAST.index() - 1);
      arrivedBytes = again.arrived().orElseThrow().bytes();
      assertThat(arrivedBytes % (64 * 1024)).isZero();
    }

    SnapshotStore last = open();
    SnapshotWriter writer = last.resume(sent, arrivedBytes, 0);
    writer.write(content, (int) arrivedBytes, content.length - (int) arrivedBytes);

    assertThat(last.complete(writer, sent, 0, ContentCheck.NONE)).isTrue();
    try (InputStream whole = open().open(sent)) {
      assertThat(whole.readAllBytes()).isEqualTo(content);
    }
  }

  @Test
  void whatHasArrivedAndIsNotIntactIsNotGoneOnWith() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    SnapshotWriter writer = open().receive(sent, 0);
    writer.write(LARGE.getBytes(StandardCharsets.UTF_8), 0, 3 * ONE_MEBIBYTE);
    SnapshotStore store = open();
    store.tidy(0);
    long bytes = store.arrived().orElseThrow().bytes();
    disk.flip("snapshot-arriving", (int) bytes / 2, 1);

    assertThatThrownBy(() -> store.resume(sent, bytes, 0)).isInstanceOf(DamagedLog.class);
    SnapshotMetadata other = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, "x");
    assertThatThrownBy(() -> store.resume(other, bytes, 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("snapshot-arriving is of");
    disk.flip("snapshot-arriving", 20, 1);
    store.tidy(0);
    assertThat(store.arrived()).as("its beginning is not intact").isEmpty();
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void ofAnArrivedSnapshotThatIsWholeButForItsNameThereIsSomethingLeftToSend() throws IOException {
    byte[] content = new byte[2 * ONE_MEBIBYTE];
    String text = new String(content, StandardCharsets.UTF_8);
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, text);
    open().receive(sent, 0).write(content);

    SnapshotStore store = open();
    store.tidy(0);

    assertThat(store.arrived()).contains(new ArrivedPart(sent, ONE_MEBIBYTE));
  }

  @Test
  void whatHasArrivedOfASnapshotThatTheLogDoesNotNeedIsRemoved() throws IOException {
    SnapshotMetadata sent = Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), LAST, LARGE);
    SnapshotWriter writer = open().receive(sent, 0);
    writer.write(LARGE.getBytes(StandardCharsets.UTF_8), 0, 3 * ONE_MEBIBYTE);
    SnapshotStore store = open();

    store.tidy(LAST.index());

    assertThat(store.arrived()).isEmpty();
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void whatIsNotThereAnyMoreIsAnsweredWithNothing() throws IOException {
    SnapshotStore store = open();
    SnapshotMetadata old = Logs.snapshot(store, new LogPosition(7, 1), "old");
    Logs.snapshot(store, LAST, CONTENT);
    store.deleteOlder(LAST.index());

    assertThat(store.read(old, 0, 10)).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void anOlderOneStaysUntilTheStateIsAsFar() throws IOException {
    SnapshotStore store = open();
    for (long index : new long[] {7, 40, 50}) {
      Logs.snapshot(store, new LogPosition(index, 3), "at " + index);
    }

    assertThat(store.deleteOlder(39)).isFalse();
    assertThat(disk.list()).containsExactly(NAME, "snapshot-0000000000000000050");
    assertThat(store.deleteOlder(40)).isTrue();
    assertThat(disk.list()).containsExactly("snapshot-0000000000000000050");
  }

  @Test
  void anOlderOneThatRotsWhileItIsSentIsAnsweredWithNothing() throws IOException {
    SnapshotStore store = open();
    SnapshotMetadata old = Logs.snapshot(store, new LogPosition(7, 1), CONTENT);
    SnapshotMetadata newest = Logs.snapshot(store, LAST, CONTENT);
    String oldName = "snapshot-0000000000000000007";
    disk.flip(oldName, 100_000, 1);
    assertThat(store.read(old, 0, 10).toUtf8()).isEqualTo("0123456789");

    assertThat(store.read(old, 70_000, 10)).isEqualTo(Bytes.EMPTY);
    assertThat(disk.openNames()).isEmpty();
    disk.flip(oldName, 20, 1);
    assertThat(store.read(old, 0, 10)).isEqualTo(Bytes.EMPTY);
    assertThat(disk.openNames()).isEmpty();

    disk.flip(NAME, 100_000, 1);
    assertThatThrownBy(() -> store.read(newest, 70_000, 10)).isInstanceOf(DamagedLog.class);
  }

  @Test
  void theNewestOneIsDamagedWhenItsFileIsMissingOrAnother() throws IOException {
    SnapshotStore store = open();
    SnapshotMetadata newest = Logs.snapshot(store, LAST, CONTENT);
    disk.delete(NAME);

    assertThatThrownBy(() -> store.read(newest, 0, 10))
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining(NAME)
        .hasMessageContaining("the file is missing");
    Logs.snapshot(open(), LAST, "another");
    assertThatThrownBy(() -> store.read(newest, 0, 10))
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("it holds SnapshotMetadata");
  }

  @Test
  void ofTwoForOnePositionTheFirstStays() throws IOException {
    SnapshotStore store = open();
    SnapshotMetadata first = Logs.snapshot(store, LAST, "first");
    SnapshotWriter second = store.begin(SnapshotStore.Kind.TAKING, first.configuration());
    second.write(2);

    assertThat(store.complete(second, LAST, 0, first.configuration(), 1)).isEmpty();
    assertThat(store.read(first, 0, 10).toUtf8()).isEqualTo("first");
  }

  @Test
  void oneFlippedByteAnywhereIsDamageThatNamesTheFile() throws IOException {
    Logs.snapshot(open(), LAST, CONTENT);
    int size = disk.bytes(NAME).length;
    for (int offset = 0; offset < size; offset += offset < 300 ? 1 : 997) {
      MemoryDisk spoilt = disk.copy();
      spoilt.flip(NAME, offset, 1 << offset % 8);
      String what = "flipped at " + offset;
      assertThatThrownBy(() -> SnapshotStore.open(spoilt, Logs.KEY))
          .as(what)
          .isInstanceOf(DamagedLog.class)
          .hasMessageContaining(NAME);
    }
  }

  @Test
  void aFileThatIsCutShortOrOfAnotherDirectoryIsDamage() throws IOException {
    Logs.snapshot(open(), LAST, CONTENT);
    assertThatThrownBy(() -> SnapshotStore.open(disk, Logs.KEY + 1)).isInstanceOf(DamagedLog.class);
    byte[] bytes = disk.bytes(NAME);
    for (int length : new int[] {0, 10, 100, 70_000, bytes.length - 1}) {
      disk.put(NAME, Arrays.copyOf(bytes, length));
      assertThatThrownBy(this::open).isInstanceOf(DamagedLog.class);
    }
  }

  @Test
  void aLogThatBeginsLaterThanItsSnapshotEndsIsDamage() throws IOException {
    SnapshotStore store = open();
    try (DurableLog log = Logs.open(disk)) {
      Logs.write(log, Logs.entries(1, 200, 1));
      Optional<SnapshotMetadata> taken =
          Optional.of(Logs.snapshot(store, new LogPosition(150, 1), "x"));
      log.dropUpTo(150);
      assertThat(taken).isPresent();
    }
    SnapshotMetadata early =
        Logs.snapshot(SnapshotStore.open(new MemoryDisk(), 1), new LogPosition(20, 1), "x");

    assertThatThrownBy(
            () -> DurableLog.open(disk, Logs.KEY, Optional.of(early), Logs.SMALL, Runnable::run))
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("entries are missing");
    assertThatThrownBy(() -> Logs.open(disk))
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("entries are missing");
    DurableLog.open(disk, Logs.KEY, store.newest(), Logs.SMALL, Runnable::run).close();
  }

  private SnapshotStore open() throws IOException {
    return SnapshotStore.open(disk, Logs.KEY);
  }
}
