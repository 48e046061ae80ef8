package dev.flotilla.storage.log;

import static dev.flotilla.storage.log.Logs.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.identity.VoteFile;
import dev.flotilla.storage.log.InspectedFile.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory can be looked at without a change, and what is said is what a start would say. */
class InspectionTest {
  private static final int LAST = 120;
  private static final int SNAPSHOT = 40;
  private static final int FLIP_DISTANCE_BYTES = 5;

  @TempDir Path directory;

  @Test
  void eachFileIsToldWithItsEntries() throws IOException {
    Disk disk = new FileDisk(directory.resolve("data"));
    try (DataDirectory made = open(disk)) {
      fill(made);
    }
    Map<String, ByteBuffer> before = contents(disk);
    Inspection inspection = Inspection.of(new ReadOnlyDisk(directory.resolve("data")));
    assertThat(contents(disk)).isEqualTo(before);
    assertThat(inspection.finding()).isEmpty();
    assertThat(inspection.files())
        .extracting(InspectedFile::kind)
        .startsWith(Kind.IDENTITY, Kind.FOUNDING, Kind.SNAPSHOT, Kind.SEGMENT)
        .contains(Kind.MARK, Kind.VOTE, Kind.UNCHECKED);
    assertThat(inspection.files())
        .extracting(InspectedFile::name)
        .containsExactlyInAnyOrderElementsOf(disk.list());
    List<InspectedFile> segments = of(inspection, Kind.SEGMENT);
    assertThat(segments).hasSizeGreaterThan(2);
    long next = segments.get(0).firstIndex();
    assertThat(next).isBetween(2L, (long) SNAPSHOT + 1).isEqualTo(inspection.firstIndex());
    for (InspectedFile segment : segments) {
      assertThat(segment.firstIndex()).isEqualTo(next);
      assertThat(segment.records()).isEqualTo(segment.lastIndex() - segment.firstIndex() + 1);
      assertThat(segment.bytes()).isEqualTo(Logs.SMALL.segmentBytes());
      next = segment.lastIndex() + 1;
    }
    assertThat(next).isEqualTo(LAST + 1);
    assertThat(of(inspection, Kind.SNAPSHOT).get(0).lastIndex()).isEqualTo(SNAPSHOT);
    assertThat(of(inspection, Kind.VOTE).get(0).remark()).startsWith("term 3, voted for urn:uuid:");
    assertThat(inspection.termAndVote().term()).isEqualTo(3);
  }

  @Test
  void ofASnapshotThatArrivesIsToldWhetherTheNextStartGoesOnWithIt() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DataDirectory made = open(disk)) {
      fill(made);
      Logs.receive(made, LAST + 5);
    }
    assertThat(remarkOnArriving(disk))
        .isEqualTo(
            "1048576 bytes of the snapshot at 5@3, the next start goes on with it"
                .replace("5@3", new LogPosition(LAST + 5, 3).toString()));

    try (DataDirectory running = open(disk)) {
      Logs.receive(running, LAST);
    }
    assertThat(remarkOnArriving(disk)).isEqualTo("not needed, the next start removes it");
  }

  private static String remarkOnArriving(MemoryDisk disk) {
    return Inspection.of(disk).files().stream()
        .filter(it -> it.name().equals("snapshot-arriving"))
        .map(InspectedFile::remark)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theEntriesAreReadInOrderFromAnywhere() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DataDirectory made = open(disk)) {
      fill(made);
      Logs.write(made.log(), entries(LAST - 4, LAST + 1, 3));
    }
    Inspection inspection = Inspection.of(disk);
    long first = inspection.firstIndex();
    assertThat(read(inspection, 1, Long.MAX_VALUE)).isEqualTo(entries(first, LAST + 1, 3));
    assertThat(read(inspection, 50, 60)).isEqualTo(entries(50, 60, 3));
    assertThat(read(inspection, LAST + 2, LAST + 9)).isEmpty();
  }

  @Test
  void whatANewServerHasNotMadeYetIsNoDamage() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DirectoryIdentity.open(disk, Optional.of("group"), new Random(1)).close();
    Inspection inspection = Inspection.of(disk);
    assertThat(inspection.finding()).isEmpty();
    assertThat(inspection.lastIndex()).isZero();
    assertThat(inspection.termAndVote().term()).isZero();
    assertThat(read(inspection, 1, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void aTornTailIsToldAndLeftAlone() throws IOException {
    MemoryDisk disk = killedWhileWriting();
    String last = last(of(Inspection.of(disk), Kind.SEGMENT)).name();
    disk.flip(last, lastByte(disk, last), 1);
    Map<String, ByteBuffer> before = contents(disk);
    Inspection inspection = Inspection.of(disk);
    assertThat(contents(disk)).isEqualTo(before);
    assertThat(inspection.finding()).isEmpty();
    assertThat(last(of(inspection, Kind.SEGMENT)).remark()).contains("never forced");
    try (DataDirectory opened = open(disk)) {
      assertThat(inspection.lastIndex()).isEqualTo(opened.log().lastIndex());
    }
  }

  /** Every file, every few bytes: the same refusals in the same words, and nothing is changed. */
  @Tag("slow")
  @Test
  void whatIsSaidOfDamageIsWhatAStartSays() throws IOException {
    MemoryDisk sound = killedWhileWriting();
    int refused = 0;
    for (String name : sound.list()) {
      for (int offset = 0; offset < sound.bytes(name).length; offset += FLIP_DISTANCE_BYTES) {
        MemoryDisk disk = sound.copy();
        disk.flip(name, offset, 0x10);
        Map<String, ByteBuffer> before = contents(disk);
        Inspection inspection = Inspection.of(disk);
        String what = name + " at " + offset;
        assertThat(contents(disk)).as(what).isEqualTo(before);
        assertThat(messageOf(inspection.finding())).as(what).isEqualTo(messageOf(refusal(disk)));
        refused += inspection.finding().isPresent() ? 1 : 0;
      }
    }
    assertThat(refused).isGreaterThan(500);
  }

  @Test
  void whatIsSaidOfAMissingFileIsWhatAStartSays() throws IOException {
    MemoryDisk sound = killedWhileWriting();
    for (String name : sound.list()) {
      MemoryDisk disk = sound.copy();
      disk.delete(name);
      String said = messageOf(Inspection.of(disk).finding());
      assertThat(said).as(name).isEqualTo(messageOf(refusal(disk)));
    }
  }

  @Test
  void whatIsSaidWhereACrashCutTheSettingAsideShortIsWhatAStartSays() throws IOException {
    MemoryDisk damaged = killedWhileWriting();
    damaged.delete(VoteFile.NAME);
    int beingMoved = 0;
    for (int changes = 1; changes < 30; changes++) {
      MemoryDisk disk = damaged.copy();
      disk.stopAfter(changes);
      beginAnew(disk);
      disk.killProcess();
      Inspection inspection = Inspection.of(disk.copy());
      String where = "after " + changes + " changes";
      assertThat(messageOf(inspection.finding())).as(where).isEqualTo(messageOf(refusal(disk)));
      if (inspection.files().get(0).remark().contains("the next start goes on moving")) {
        beingMoved++;
        assertThat(inspection.files()).as(where).noneMatch(it -> it.remark().equals("not begun"));
      }
    }
    assertThat(beingMoved).isGreaterThan(10);
  }

  @Test
  void theEntriesBeforeDamageCanBeRead() throws IOException {
    MemoryDisk disk = killedWhileWriting();
    InspectedFile second = of(Inspection.of(disk), Kind.SEGMENT).get(1);
    disk.flip(second.name(), RecordFormat.START_BYTES + RecordFormat.PAYLOAD, 1);
    Inspection inspection = Inspection.of(disk);
    assertThat(inspection.finding())
        .containsInstanceOf(DamagedLog.class)
        .get()
        .hasFieldOrPropertyWithValue("file", second.name())
        .hasFieldOrPropertyWithValue("index", second.firstIndex());
    long first = inspection.firstIndex();
    assertThat(read(inspection, 1, Long.MAX_VALUE))
        .isNotEmpty()
        .isEqualTo(entries(first, second.firstIndex() - 1, 3));
    assertThat(of(inspection, Kind.SEGMENT).get(0).lastIndex()).isEqualTo(second.firstIndex() - 1);
  }

  @Test
  void oneLostCopyOfTheVoteIsTold() throws IOException {
    MemoryDisk disk = killedWhileWriting();
    disk.flip(VoteFile.NAME, 0, 1);
    assertThat(of(Inspection.of(disk), Kind.VOTE).get(0).remark())
        .startsWith("term 3")
        .contains("one of two copies is not intact");
  }

  @Test
  void aDirectoryThatIsNoServersIsRefusedAndItsFilesAreNotListed() throws IOException {
    Path foreign = Files.createDirectory(directory.resolve("photos"));
    assertRefused(foreign, DirectoryRefused.Reason.NO_GROUP);
    Files.writeString(foreign.resolve("holiday.txt"), "sun");
    assertRefused(foreign, DirectoryRefused.Reason.FOREIGN);
    assertRefused(foreign.resolve("holiday.txt"), DirectoryRefused.Reason.UNUSABLE);
    assertRefused(directory.resolve("missing"), DirectoryRefused.Reason.NO_GROUP);
    assertThat(directory.resolve("missing")).doesNotExist();
  }

  /** Whenever a file is opened here a server has written more, and it never rests. */
  @Test
  void whatARunningServerWritesMeanwhileIsNotTakenForDamage() throws IOException {
    for (int quiet = 1; quiet <= 12; quiet++) {
      // In one segment, so that each look finds its end at work.
      LogOptions large = new LogOptions(256 * 1024);
      assertSoundWhileAtWork(large, quiet, Integer.MAX_VALUE, running -> append(running, 3));
    }
  }

  /** It also takes snapshots, and drops segments, though not all the time. */
  @Test
  void whatARunningServerDropsMeanwhileIsNotTakenForDamage() throws IOException {
    for (int quiet = 1; quiet <= 12; quiet++) {
      assertSoundWhileAtWork(Logs.SMALL, quiet, 4, InspectionTest::compact);
    }
  }

  private static void assertSoundWhileAtWork(LogOptions options, int quiet, int works, Work work)
      throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DataDirectory running = open(disk, options)) {
      fill(running);
      BusyDisk busy = new BusyDisk(disk, quiet, works, () -> work.on(running));
      Inspection inspection = Inspection.of(busy);
      assertThat(inspection.finding()).as("at work from open %s on", quiet).isEmpty();
      long last = inspection.lastIndex();
      assertThat(last).isGreaterThanOrEqualTo(LAST);
      assertThat(read(inspection, last - 2, last)).isEqualTo(entries(last - 2, last, 3));
    }
  }

  @Test
  void damageOfARunningServerIsFoundAllTheSame() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DataDirectory running = open(disk)) {
      fill(running);
      String first = of(Inspection.of(disk), Kind.SEGMENT).get(0).name();
      disk.flip(first, RecordFormat.START_BYTES + RecordFormat.PAYLOAD, 1);
      BusyDisk busy = new BusyDisk(disk, 1, Integer.MAX_VALUE, () -> append(running, 3));
      assertThat(Inspection.of(busy).finding()).containsInstanceOf(DamagedLog.class);
    }
  }

  @Test
  void aReadOnlyDiskChangesNothing() throws IOException {
    Files.writeString(directory.resolve("file"), "text");
    Disk disk = new ReadOnlyDisk(directory);
    for (ThrowingCallable change :
        List.<ThrowingCallable>of(
            () -> disk.create("new"),
            () -> disk.delete("file"),
            () -> disk.replace("file", "other"),
            disk::sync,
            () -> disk.lock("lock"))) {
      assertThatThrownBy(change).isInstanceOf(ReadOnlyFileSystemException.class);
    }
    try (DiskFile file = disk.open("file")) {
      assertThatThrownBy(() -> file.write(ByteBuffer.allocate(1), 0))
          .isInstanceOf(NonWritableChannelException.class);
    }
    assertThat(disk.list()).containsExactly("file");
    assertThat(Files.readString(directory.resolve("file"))).isEqualTo("text");
  }

  private static void assertRefused(Path directory, DirectoryRefused.Reason reason) {
    Inspection inspection = Inspection.of(new ReadOnlyDisk(directory));
    assertThat(inspection.files()).isEmpty();
    assertThat(inspection.finding())
        .get()
        .isInstanceOfSatisfying(
            DirectoryRefused.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static MemoryDisk killedWhileWriting() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DataDirectory made = open(disk);
    fill(made);
    made.log().writer().append(entries(LAST + 1, LAST + 5, 3));
    disk.killProcess();
    return disk.copy();
  }

  private static void fill(DataDirectory made) throws IOException {
    Founder founder =
        new Founder(made.identity().member(), URI.create("http://127.0.0.1:9/RAFT_Service"));
    made.identity().acceptFounding(List.of(founder));
    made.identity().markFounded(new GroupId("abc"));
    made.identity().markPopulated();
    made.votes().save(new TermAndVote(3, Optional.of(made.identity().member())));
    for (int i = 1; i <= LAST; i += 4) {
      Logs.write(made.log(), entries(i, i + 3, 3));
    }
    Logs.snapshot(made.snapshots(), new LogPosition(SNAPSHOT, 3), "state");
    made.log().dropUpTo(SNAPSHOT);
  }

  private static void compact(DataDirectory running) throws IOException {
    append(running, 9);
    long last = running.log().lastIndex() - 5;
    Logs.snapshot(running.snapshots(), new LogPosition(last, 3), "state at " + last);
    running.snapshots().deleteOlder(Long.MAX_VALUE);
    running.log().dropUpTo(last - 30);
  }

  private static void append(DataDirectory running, int batches) throws IOException {
    for (int i = 0; i < batches; i++) {
      long next = running.log().lastIndex() + 1;
      Logs.write(running.log(), entries(next, next, 3));
    }
  }

  private static Optional<IOException> refusal(MemoryDisk disk) {
    try {
      open(disk.copy()).close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  /** As far as the disk lets it. */
  private static void beginAnew(MemoryDisk disk) {
    try (DataDirectory anew = SettingAsideTest.openOrBeginAnew(disk)) {
      assertThat(anew.identity().former()).isNotEmpty();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("stopped");
    }
  }

  private static String messageOf(Optional<IOException> thrown) {
    return thrown.map(Throwable::getMessage).orElse("sound");
  }

  private static DataDirectory open(Disk disk) throws IOException {
    return open(disk, Logs.SMALL);
  }

  private static DataDirectory open(Disk disk, LogOptions options) throws IOException {
    return DataDirectory.open(disk, Optional.of("group"), new Random(1), options, Runnable::run);
  }

  private static List<InspectedFile> of(Inspection inspection, Kind kind) {
    return inspection.files().stream().filter(file -> file.kind() == kind).toList();
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }

  private static int lastByte(MemoryDisk disk, String name) {
    byte[] bytes = disk.bytes(name);
    return (int) LongStream.range(0, bytes.length).filter(i -> bytes[(int) i] != 0).max().orElse(0);
  }

  private static List<Entry> read(Inspection inspection, long from, long to) throws IOException {
    List<Entry> read = new ArrayList<>();
    inspection.forEach(from, to, read::add);
    return read;
  }

  private static Map<String, ByteBuffer> contents(Disk disk) throws IOException {
    Map<String, ByteBuffer> contents = new TreeMap<>();
    for (String name : disk.list()) {
      try (DiskFile file = disk.open(name)) {
        ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
        file.read(bytes, 0);
        contents.put(name, bytes.flip());
      }
    }
    return contents;
  }

  /** What a server does while its directory is looked at. */
  private interface Work {
    void on(DataDirectory running) throws IOException;
  }

  /** An opening of a file. */
  private interface Opening {
    void seen() throws IOException;
  }

  /** A disk on which somebody else works whenever a file is opened, from one opening on. */
  private static final class BusyDisk implements Disk {
    private final Disk disk;
    private final Opening opening;
    private int quiet;
    private int left;

    BusyDisk(Disk disk, int quiet, int works, Opening opening) {
      this.disk = disk;
      this.quiet = quiet;
      this.left = works;
      this.opening = opening;
    }

    @Override
    public DiskFile open(String name) throws IOException {
      quiet--;
      if (quiet < 0 && left > 0) {
        left--;
        opening.seen();
      }
      return disk.open(name);
    }

    @Override
    public String location() {
      return disk.location();
    }

    @Override
    public List<String> list() throws IOException {
      return disk.list();
    }

    @Override
    public DiskFile create(String name) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public void delete(String name) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public void replace(String source, String target) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public void moveInto(String source, String folder, String name) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public void sync() {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public long usableBytes() throws IOException {
      return disk.usableBytes();
    }

    @Override
    public Closeable lock(String name) {
      throw new ReadOnlyFileSystemException();
    }
  }
}
