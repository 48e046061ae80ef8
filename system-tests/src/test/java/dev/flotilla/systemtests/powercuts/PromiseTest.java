package dev.flotilla.systemtests.powercuts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raftdpws.message.StatusResponse.Progress;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.storage.log.LogOptions;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a disk lacks of what its server has promised is found out. */
class PromiseTest {
  private static final LogOptions SMALL = new LogOptions(2048);
  private static final long TERM = 3;
  private static final long LAST = 100;
  private static final long SNAPSHOT = 60;
  private static final Promise PROMISE = new Promise(TERM, LAST);

  @TempDir private Path directory;
  private final Ledger ledger = new Ledger();

  @BeforeEach
  void writeAndAcknowledge() throws IOException {
    try (DataDirectory made = open()) {
      made.votes().save(new TermAndVote(TERM, Optional.empty()));
      for (long index = 1; index <= LAST; index++) {
        made.log().writer().append(List.of(entry(index, textAt(index))));
        made.log().writer().force();
      }
    }
    LongStream.rangeClosed(1, LAST).forEach(index -> ledger.hears(textAt(index), index));
  }

  @Test
  void aDiskThatHoldsAllOfItBreaksNothing() throws IOException {
    assertThat(broken(PROMISE)).isEmpty();
    assertThat(broken(new Promise(0, LAST - 1))).as("it has gone on since").isEmpty();
  }

  @Test
  void aLogThatEndsBeforeWhatWasAppliedIsFoundOut() throws IOException {
    assertThat(broken(new Promise(TERM, LAST + 1)))
        .containsExactly("its log ends at 100, and it had applied all up to 101");
  }

  @Test
  void anEarlierTermIsFoundOut() throws IOException {
    assertThat(broken(new Promise(TERM + 1, LAST)))
        .containsExactly("its vote file is in term 3, and it was in 4");
  }

  @Test
  void anotherCommandWhereOneWasAcknowledgedAndAppliedIsFoundOut() throws IOException {
    supersede(LAST - 1);
    assertThat(broken(PROMISE))
        .containsExactly(
            "its log has at 99 not the command that was acknowledged: text 99",
            "its log has at 100 not the command that was acknowledged: text 100");
    assertThat(broken(new Promise(TERM, LAST - 2))).as("acknowledged by the others").isEmpty();
  }

  @Test
  void whatTheLogHasDroppedMustBeInASoundSnapshot() throws IOException {
    try (DataDirectory opened = open()) {
      takeSnapshot(opened, SNAPSHOT);
      opened.log().dropUpTo(SNAPSHOT);
    }
    assertThat(inspect().firstIndex()).isBetween(2L, SNAPSHOT + 1);
    assertThat(broken(PROMISE)).isEmpty();
    Files.delete(directory.resolve("snapshot-" + "0".repeat(17) + SNAPSHOT));
    assertThat(broken(PROMISE))
        .first()
        .asString()
        .startsWith("a server would refuse its directory: ")
        .contains("no snapshot reaches there");
  }

  @Test
  void aSnapshotThatTheLogIsToBeginAfterHoldsNothingOfWhatItLacks() throws IOException {
    try (DataDirectory opened = open()) {
      takeSnapshot(opened, LAST + 5);
    }
    assertThat(broken(PROMISE)).isEmpty();
    assertThat(broken(new Promise(TERM, LAST + 1))).isNotEmpty();
    open().close();
    assertThat(inspect().firstIndex()).isEqualTo(LAST + 6);
    assertThat(broken(new Promise(TERM, LAST + 5))).isEmpty();
  }

  @Test
  void aPromiseIsReadAsItWasWrittenAndALaterOneTakesNothingBack() {
    assertThat(Promise.parse(PROMISE.text())).isEqualTo(PROMISE);
    assertThat(PROMISE.and(new Promise(0, LAST + 7))).isEqualTo(new Promise(TERM, LAST + 7));
    assertThat(PROMISE.and(new Promise(TERM + 1, 0))).isEqualTo(new Promise(TERM + 1, LAST));
  }

  @Test
  void aTermIsPromisedOnceAnEntryIsAppliedThatCameAfterIt() {
    Promise.Term term = new Promise.Term();
    assertThat(term.look(progress(3, 20, 10))).isEqualTo(new Promise(0, 10));
    assertThat(term.look(progress(4, 21, 20))).as("20 came before").isEqualTo(new Promise(0, 20));
    assertThat(term.look(progress(5, 30, 21))).isEqualTo(new Promise(3, 21));
    assertThat(term.look(progress(6, 40, 31))).isEqualTo(new Promise(5, 31));
  }

  private static Progress progress(long term, long lastIndex, long appliedIndex) {
    return new Progress(term, lastIndex, appliedIndex, appliedIndex, appliedIndex);
  }

  private void supersede(long from) throws IOException {
    try (DataDirectory opened = open()) {
      opened
          .log()
          .writer()
          .append(LongStream.rangeClosed(from, LAST).mapToObj(it -> entry(it, "another")).toList());
      opened.log().writer().force();
    }
  }

  private static void takeSnapshot(DataDirectory of, long lastIndex) throws IOException {
    Configuration group = new Configuration(List.of(of.identity().member()));
    SnapshotWriter writer = of.snapshots().begin(SnapshotStore.Kind.TAKING, group);
    writer.write(new byte[] {1});
    LogPosition last = new LogPosition(lastIndex, TERM);
    assertThat(of.snapshots().complete(writer, last, 0, group, 1)).isPresent();
  }

  private List<String> broken(Promise promise) throws IOException {
    return promise.brokenBy(inspect(), ledger);
  }

  private Inspection inspect() {
    return Inspection.of(new ReadOnlyDisk(directory));
  }

  private DataDirectory open() throws IOException {
    return DataDirectory.open(
        new FileDisk(directory), Optional.of("group"), new Random(1), SMALL, Runnable::run);
  }

  private static String textAt(long index) {
    return "text " + index;
  }

  private static Entry entry(long index, String text) {
    return new Entry(
        new LogPosition(index, TERM), new Command("uid-" + index, "put", Bytes.utf8(text)));
  }
}
