package dev.flotilla.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flotilla.Group;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.memory.MapCommand.From;
import dev.flotilla.memory.MapCommand.Put;
import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.FreeDisk;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is on the disk of a machine that keeps its state in a file, and when. */
class FileSnapshotMachineTest {
  private static final int IMAGE_COMMANDS = 10;
  private static final Group<MapCommand, MapAnswer> MAP = MapState.group("map");

  private static final Path FULL_DISK = Path.of("/dev/full");

  @TempDir private Path directory;

  @Test
  void aCrashComesBackAsOfTheLastImageAndAnEndAsOfTheLastCommand() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 25));
    machine.apply(range(26, 31));
    assertThat(opened(25)).isNotNull();

    machine.terminate();

    FileSnapshotMachine again = opened(31);
    assertThat(recalled(again, 100)).extracting(it -> it.position().index()).hasSize(31);
    assertThat(recalled(again, 3))
        .extracting(it -> it.position().index())
        .containsExactly(29L, 30L, 31L);
    assertThat(state(again)).contains("\"k31\":\"v31\"", "\"k1\":\"v1\"");
  }

  @Test
  void aResultWithoutAValueIsRecalledAsOne() throws IOException {
    LogPosition position = new LogPosition(1, 1);
    List<Execution> executions =
        Stream.of(
                Result.okWithoutValue(), Result.ok(Bytes.EMPTY), Result.rejected(Bytes.utf8("no")))
            .map(result -> new Execution(position, "u", 7, result))
            .toList();
    ExecutionFiles files = new ExecutionFiles(directory);
    files.write(0, 3, executions);
    List<Execution> recalled = new ArrayList<>();
    files.recall(3, 10, recalled::add);
    assertThat(recalled).isEqualTo(executions);
  }

  @Test
  void whatIsDamagedIsSetAsideAndTheStateIsRebuiltFromTheLog() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 12));
    machine.apply(range(13, 24));
    machine.terminate();
    for (Path file : files("")) {
      byte[] whole = Files.readAllBytes(file);
      byte[] damaged = whole.clone();
      damaged[whole.length / 2]++;
      Files.write(file, damaged);

      FileSnapshotMachine again = opened(0);

      assertThat(files("")).isEmpty();
      assertThat(files("damaged")).hasSize(3);
      again.apply(range(1, 12));
      again.apply(range(13, 24));
      again.terminate();
      assertThat(state(opened(24))).contains("k24");
    }
  }

  @Test
  void whatIsDamagedIsKeptUntilItsRoomIsWanted() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 12));
    Files.write(directory.resolve("image"), new byte[100]);
    AtomicLong usable = new AtomicLong(200 << 20);
    FileSnapshotMachine rebuilt = new FileSnapshotMachine(MapOperations.machine(), IMAGE_COMMANDS);
    assertThat(rebuilt.initialize(directory, new FreeDisk(usable::get))).isZero();
    rebuilt.apply(range(1, 12));
    assertThat(files("damaged")).hasSize(2);

    usable.set(100 << 20);
    rebuilt.apply(range(13, 24));

    assertThat(directory.resolve("damaged")).doesNotExist();
    rebuilt.terminate();
  }

  @Test
  void whatIsDamagedIsNotKeptOnADiskThatHasNoRoomForIt() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 12));
    Files.write(directory.resolve("image"), new byte[100]);

    FileSnapshotMachine rebuilt = new FileSnapshotMachine(MapOperations.machine(), IMAGE_COMMANDS);
    assertThat(rebuilt.initialize(directory, new FreeDisk(() -> 100 << 20))).isZero();

    assertThat(directory.resolve("damaged")).doesNotExist();
    rebuilt.terminate();
  }

  @Test
  void executionsThatAreMissingAreDamage() throws IOException {
    for (int last : new int[] {12, 24}) {
      FileSnapshotMachine machine = opened(0);
      machine.apply(range(1, 12));
      machine.apply(range(13, 24));
      Files.delete(directory.resolve("executions-%019d".formatted(last)));

      opened(0);
    }
  }

  @Test
  void executionsAreFoundAndRemovedWhateverDigitsTheDefaultLocaleHas() throws IOException {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("fa-IR"));
    try {
      FileSnapshotMachine machine = opened(0);
      machine.apply(range(1, 12));
      machine.apply(range(13, 15));
      machine.terminate();

      FileSnapshotMachine again = opened(15);
      assertThat(recalled(again, 100)).hasSize(15);
      try (StateSnapshot held = again.snapshot()) {
        held.writeTo(OutputStream.nullOutputStream());
        held.kept();
      }
      again.apply(range(16, 30));
      assertThat(files("")).hasSize(2);
      assertThat(recalled(opened(30), 100)).hasSize(15);
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  @Test
  void executionsAreRemovedWithTheFirstImageAfterASnapshotThatWasKept() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 12));
    machine.apply(range(13, 15));
    try (StateSnapshot held = machine.snapshot()) {
      held.writeTo(OutputStream.nullOutputStream());
      held.kept();
    }
    assertThat(files("")).hasSize(3);
    machine.apply(range(16, 30));
    assertThat(files("")).hasSize(2);

    assertThat(recalled(opened(30), 100)).hasSize(15);
  }

  @Test
  void whatASnapshotWasGivenThatCameToNothingIsNotForgotten() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 5));
    StateSnapshot held = machine.snapshot();
    machine.apply(range(6, 30));
    assertThat(files("")).as("while a snapshot is held").isEmpty();
    assertThatThrownBy(
            () ->
                held.writeTo(
                    new OutputStream() {
                      @Override
                      public void write(int value) throws IOException {
                        throw new IOException("no room");
                      }
                    }))
        .hasMessage("no room");
    held.close();
    machine.apply(range(31, 31));

    assertThat(recalled(opened(31), 100)).hasSize(31);
  }

  @Tag("slow")
  @Test
  void aRestoreTakesNoMoreOfTheDiskThanWasSaidWhateverIsThere() throws IOException {
    RestorableStateMachine source = MapOperations.machine();
    source.initialize(directory);
    source.apply(range(1, 3_000));
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    try (StateSnapshot held = source.snapshot()) {
      held.writeTo(state);
    }
    FileSnapshotMachine machine = opened(0);
    for (long restored = 10_000; restored <= 30_000; restored += 10_000) {
      long before = bytesInDirectory();
      long claimed = machine.restoreBytes(state.size(), restored);

      machine.restoreFrom(new ByteArrayInputStream(state.toByteArray()), restored);

      assertThat(bytesInDirectory()).isLessThanOrEqualTo(before + claimed);
      assertThat(claimed).isBetween((long) state.size(), state.size() + 100L);
      machine.apply(range(restored + 1, restored + 1_000));
    }
  }

  @Test
  void whatTheMachineInsideTakesIsAddedToWhatARestoreTakes() {
    RestorableStateMachine inside = intercepted("restoreBytes", (machine, arguments) -> 7L);

    assertThat(new FileSnapshotMachine(inside).restoreBytes(1_000, 5))
        .isEqualTo(1_000 + ImageFile.FRAME_BYTES + 7);
  }

  @Test
  void aStateThatWasLeftHalfWayIsNotWritten() throws IOException {
    RestorableStateMachine failing =
        intercepted(
            "applyAll",
            (machine, arguments) -> {
              @SuppressWarnings("unchecked")
              List<Committed> batch = (List<Committed>) arguments[0];
              machine.applyAll(batch.subList(0, 1));
              if (batch.size() > 1) {
                throw new IllegalStateException("broken at the second");
              }
              return machine.applyAll(batch);
            });
    FileSnapshotMachine machine = new FileSnapshotMachine(failing, IMAGE_COMMANDS);
    machine.initialize(directory);
    machine.apply(range(1, 1));
    assertThatThrownBy(() -> machine.apply(range(2, 3))).hasMessage("broken at the second");

    assertThatThrownBy(() -> machine.apply(range(4, 4))).hasMessageContaining("failed before");
    machine.terminate();

    opened(0);
  }

  @Test
  void anImageThatCannotBeWrittenStopsTheMachine() throws IOException {
    FileSnapshotMachine machine = opened(0);
    Files.createDirectory(directory.resolve("image.new"));

    assertThatThrownBy(() -> machine.apply(range(1, 10)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot be written to " + directory);
    machine.terminate();
  }

  @Test
  void saysHowMuchRoomThereIsForTwoMoreImages() throws IOException {
    AtomicLong usable = new AtomicLong();
    FileSnapshotMachine machine = new FileSnapshotMachine(MapOperations.machine(), IMAGE_COMMANDS);
    machine.initialize(directory, new FreeDisk(usable::get));
    long withoutImage = 32 << 20;
    assertThat(room(machine, usable, withoutImage)).isEqualTo(Room.ENOUGH);
    assertThat(room(machine, usable, withoutImage - 1)).isEqualTo(Room.LITTLE);
    assertThat(room(machine, usable, withoutImage / 2 - 1)).isEqualTo(Room.NONE);

    machine.apply(range(1, IMAGE_COMMANDS));
    long enough = withoutImage + 2 * Files.size(directory.resolve("image"));
    assertThat(room(machine, usable, enough)).isEqualTo(Room.ENOUGH);
    assertThat(room(machine, usable, enough - 1)).isEqualTo(Room.LITTLE);
    assertThat(room(machine, usable, enough / 2 - 1)).isEqualTo(Room.NONE);
    assertThat(opened(IMAGE_COMMANDS).room()).as("on a real disk").isEqualTo(Room.ENOUGH);
  }

  private static Room room(FileSnapshotMachine machine, AtomicLong usable, long usableBytes) {
    usable.set(usableBytes);
    return machine.room();
  }

  @Test
  void aSnapshotWhoseImageFindsNoRoomIsGivenUpAndNothingOfItStays() throws IOException {
    assumeTrue(Files.exists(FULL_DISK), "this system has no device that is always full");
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 5));
    Path image = directory.resolve("image.new");
    Files.createSymbolicLink(image, FULL_DISK);
    try (StateSnapshot held = machine.snapshot()) {
      assertThatThrownBy(() -> held.writeTo(OutputStream.nullOutputStream()))
          .isInstanceOf(SnapshotGivenUp.class)
          .hasMessageContaining(image.toString());
    }
    assertThat(Files.exists(image, LinkOption.NOFOLLOW_LINKS)).isFalse();

    machine.apply(range(6, 6));
    machine.terminate();
    assertThat(recalled(opened(6), 100)).hasSize(6);
  }

  @Test
  void aMachineThatKeepsItsStateOnDiskItselfIsRefused() {
    RestorableStateMachine onDisk = intercepted("initialize", (machine, arguments) -> 5L);

    assertThatThrownBy(() -> new FileSnapshotMachine(onDisk).initialize(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("keeps its state on disk itself");
  }

  @Test
  void anImageThatTheMachineInsideDoesNotKnowIsNamedAndTheMachineEnded() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 12));
    for (Exception refusal :
        List.of(
            new IOException("no such hall"),
            new IllegalArgumentException("no such hall"),
            new EOFException())) {
      AtomicLong ends = new AtomicLong();
      RestorableStateMachine other =
          intercepted(
              "restoreFrom",
              (inside, arguments) -> {
                throw refusal;
              });

      assertThatThrownBy(() -> new FileSnapshotMachine(counting(other, ends)).initialize(directory))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(
              directory.resolve("image")
                  + " cannot be restored: "
                  + (refusal instanceof EOFException ? "java.io.EOFException" : "no such hall"))
          .hasMessageContaining("move the file away");
      assertThat(ends).hasValue(1);
      opened(12).terminate();
    }
  }

  @Test
  void anErrorOfTheMachineInsideIsPassedOnAndTheMachineEnded() throws IOException {
    opened(0).apply(range(1, 12));
    AtomicLong ends = new AtomicLong();
    RestorableStateMachine other =
        intercepted(
            "restoreFrom",
            (inside, arguments) -> {
              throw new StackOverflowError("planted");
            });

    assertThatThrownBy(() -> new FileSnapshotMachine(counting(other, ends)).initialize(directory))
        .isInstanceOf(StackOverflowError.class);
    assertThat(ends).hasValue(1);
  }

  @Test
  void anIndexThatWasAppliedIsRefusedAndNothingIsChanged() throws IOException {
    FileSnapshotMachine machine = opened(0);
    machine.apply(range(1, 3));
    assertThatThrownBy(() -> machine.apply(range(3, 4)))
        .hasMessage("index 3 was given to a machine that stands at 3");
    machine.apply(range(4, 4));
    machine.terminate();
    assertThat(recalled(opened(4), 10)).hasSize(4);
  }

  @Test
  void anImageOfAnotherProgramIsRefusedAndLeftAlone() throws IOException {
    WholeFile.write(directory.resolve("image"), out -> out.writeInt(7));

    assertThatThrownBy(() -> opened(0)).hasMessageContaining("no image that this program knows");
    assertThat(directory.resolve("image")).exists();
  }

  @Test
  void aStateThatWasRestoredIsTheImage() throws IOException {
    FileSnapshotMachine source = opened(0);
    source.apply(range(1, 3));
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    try (StateSnapshot held = source.snapshot()) {
      held.writeTo(state);
    }
    Path other = Files.createDirectory(directory.resolve("other"));
    FileSnapshotMachine restored = new FileSnapshotMachine(MapOperations.machine());
    restored.initialize(other);
    restored.restoreFrom(new ByteArrayInputStream(state.toByteArray()), 9);

    FileSnapshotMachine again = new FileSnapshotMachine(MapOperations.machine());
    assertThat(again.initialize(other)).isEqualTo(9);
    assertThat(state(again)).isEqualTo(state(source));
    assertThat(recalled(again, 10)).isEmpty();
  }

  /** Counts how often a machine is terminated. */
  private static RestorableStateMachine counting(RestorableStateMachine machine, AtomicLong ends) {
    return intercepted(
        machine,
        "terminate",
        (inside, arguments) -> {
          inside.terminate();
          return ends.incrementAndGet();
        });
  }

  /** The machine of a map of which one method is replaced. */
  private static RestorableStateMachine intercepted(String name, Replacement replacement) {
    return intercepted(MapOperations.machine(), name, replacement);
  }

  private static RestorableStateMachine intercepted(
      RestorableStateMachine machine, String name, Replacement replacement) {
    return (RestorableStateMachine)
        Proxy.newProxyInstance(
            FileSnapshotMachineTest.class.getClassLoader(),
            new Class<?>[] {RestorableStateMachine.class},
            (proxy, method, arguments) ->
                method.getName().equals(name)
                    ? replacement.call(machine, arguments)
                    : invoke(method, machine, arguments));
  }

  private static Object invoke(Method method, RestorableStateMachine machine, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(machine, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private interface Replacement {
    Object call(RestorableStateMachine machine, Object[] arguments) throws Exception;
  }

  private FileSnapshotMachine opened(long expected) throws IOException {
    FileSnapshotMachine machine = new FileSnapshotMachine(MapOperations.machine(), IMAGE_COMMANDS);
    assertThat(machine.initialize(directory)).isEqualTo(expected);
    return machine;
  }

  private static List<CommittedCommand> range(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(FileSnapshotMachineTest::at).toList();
  }

  private static CommittedCommand at(long index) {
    var codec = RecordCodec.forCommands(MapCommand.class);
    Put put = new Put("k" + index, "v" + index);
    return new CommittedCommand(
        new LogPosition(index, 1),
        new Command("u" + index, codec.nameOf(put), codec.parametersOf(put)));
  }

  private static List<Execution> recalled(FileSnapshotMachine machine, int limit) {
    List<Execution> recalled = new ArrayList<>();
    machine.recall(limit, recalled::add);
    return recalled;
  }

  private static String state(FileSnapshotMachine machine) {
    Result answer = machine.query(MAP.question(new From("")));
    assertThat(answer.success()).isTrue();
    return answer.value().toUtf8();
  }

  private long bytesInDirectory() throws IOException {
    long bytes = 0;
    for (Path file : files("")) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  private List<Path> files(String folder) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve(folder))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
