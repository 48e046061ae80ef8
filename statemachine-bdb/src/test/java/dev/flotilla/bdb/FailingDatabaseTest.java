package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sleepycat.je.DatabaseNotFoundException;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.EnvironmentFailureException;
import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.StoreDatabase;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.FreeDisk;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that fails is closed all the same: the next start in this process needs its files. */
class FailingDatabaseTest {
  private static final String FAULT = "broken on purpose";

  /** What throws, and from when on. */
  private enum Fault {
    NONE,
    LAST_INDEX,
    IS_WHOLE,
    FORCE,
    FORCE_DOES_NOT_END,
    FORCE_FINDS_NO_MEMORY,
  }

  @TempDir private Path directory;
  private final List<Failing> opened = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicLong nanoTime = new AtomicLong();
  private volatile Fault fault = Fault.NONE;

  @Test
  void closingClosesOneThatDoesNotTellItsLastIndex() throws IOException {
    CheckedDatabase<Failing> checked = open();
    fault = Fault.LAST_INDEX;

    assertThatThrownBy(checked::close).hasMessage(FAULT);

    assertThatAllAreClosed(1);
  }

  @Test
  void openingClosesOneThatCannotBeForced() throws IOException {
    fault = Fault.FORCE;

    assertThatThrownBy(this::open).hasMessage(FAULT);

    assertThatAllAreClosed(1);
  }

  @Test
  void openingClosesOneThatDoesNotTellWhetherItIsWhole() throws IOException {
    open().close();
    fault = Fault.IS_WHOLE;

    assertThatThrownBy(this::open).hasMessage(FAULT);

    assertThatAllAreClosed(2);
  }

  @Test
  void replacingClosesTheOldOneIfTheCheckpointRecordCannotBeWritten() throws IOException {
    CheckedDatabase<Failing> checked = open();

    assertThatThrownBy(() -> replaceInterrupted(checked))
        .isInstanceOf(ClosedByInterruptException.class);

    assertThatAllAreClosed(1);
  }

  @Test
  void replacingClosesTheOldOneIfItsCheckpointDoesNotEnd() throws IOException {
    CheckedDatabase<Failing> checked = open();
    fault = Fault.FORCE_DOES_NOT_END;
    checked.checkpointer().applied(1, Integer.MAX_VALUE, Long.MAX_VALUE);

    assertThatThrownBy(() -> replaceInterrupted(checked)).hasMessageStartingWith("interrupted");

    end.countDown();
    assertThatAllAreClosed(1);
  }

  @Test
  void replacingSaysWhatCouldNotBeReplacedIfBerkeleyDbFails() throws IOException {
    CheckedDatabase<Failing> checked = open();

    assertThatThrownBy(() -> checked.replace(FailingDatabaseTest::failAsBerkeleyDb))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the journal in " + directory + " cannot be replaced")
        .hasMessageContaining(FAULT);

    assertThatAllAreClosed(2);
  }

  private static void failAsBerkeleyDb(Failing created) {
    throw new DatabaseNotFoundException(FAULT);
  }

  @Test
  void aCheckpointThatEndsInAnErrorHasFailedAsAnyOther() throws IOException {
    CheckedDatabase<Failing> checked = open();
    fault = Fault.FORCE_FINDS_NO_MEMORY;
    checked.checkpointer().applied(1, Integer.MAX_VALUE, Long.MAX_VALUE);

    assertThatThrownBy(() -> checked.checkpointer().force(1)).isInstanceOf(IOException.class);

    assertThatThrownBy(() -> checked.checkpointer().requireSound())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(FAULT);
    checked.close();
  }

  @Test
  void whoeverAsksADatabaseThatHasFailedHowMuchRoomItHasLearnsThat() throws IOException {
    CheckedDatabase<Failing> checked = open();
    assertThat(checked.room()).isNotNull();
    opened.get(0).failure = new IOException(FAULT);

    assertThatThrownBy(checked::room)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the journal in " + directory)
        .hasMessageContaining(FAULT);

    checked.close();
  }

  /** It looks at the disk by itself, and not at once when there is room again. */
  @Test
  void thereIsNoRoomAsLongAsBerkeleyDbTakesNothing() throws IOException {
    AtomicLong usable = new AtomicLong(Long.MAX_VALUE);
    CheckedDatabase<Failing> checked = open(new FreeDisk(usable::get));
    Failing database = opened.get(0);
    database.takesWrites = false;
    assertThat(checked.room()).as("opened on a full disk").isEqualTo(Room.NONE);
    database.takesWrites = true;
    assertThat(checked.room()).isEqualTo(Room.ENOUGH);

    usable.set(0);
    assertThat(checked.room()).isEqualTo(Room.NONE);
    database.takesWrites = false;
    usable.set(Long.MAX_VALUE);
    assertThat(checked.room()).as("not looked yet").isEqualTo(Room.NONE);
    database.takesWrites = true;
    assertThat(checked.room()).isEqualTo(Room.ENOUGH);
    checked.close();
  }

  /** By another program, which took all, and gave it back. */
  @Test
  void aDiskThatWasFullWhileNobodyAskedIsNoticed() throws IOException {
    CheckedDatabase<Failing> checked = open(new FreeDisk(() -> Long.MAX_VALUE));
    assertThat(checked.room()).isEqualTo(Room.ENOUGH);

    opened.get(0).takesWrites = false;
    nanoTime.addAndGet(CheckedDatabase.ASK_NANOS);
    assertThat(checked.room()).isEqualTo(Room.NONE);
    assertThat(checked.room()).as("and at once again").isEqualTo(Room.NONE);

    opened.get(0).takesWrites = true;
    assertThat(checked.room()).isEqualTo(Room.ENOUGH);
    checked.close();
  }

  private static void replaceInterrupted(CheckedDatabase<Failing> checked) throws IOException {
    Thread.currentThread().interrupt();
    try {
      checked.replace(created -> {});
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void aJournalThatFailedIsOpenedAgainInThisProcess() throws IOException {
    assertIsOpenedAgainAfterItFailed(Journal::new);
  }

  @Test
  void aKeyValueStoreThatFailedIsOpenedAgainInThisProcess() throws IOException {
    assertIsOpenedAgainAfterItFailed(KeyValueStore::new);
  }

  /** Berkeley DB gives up an environment when its thread is interrupted. */
  private void assertIsOpenedAgainAfterItFailed(Supplier<RestorableStateMachine> kind)
      throws IOException {
    RestorableStateMachine machine = kind.get();
    machine.initialize(directory);
    machine.apply(Samples.range(1, 3));
    StateSnapshot held = machine.snapshot();
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> machine.apply(Samples.range(4, 6)))
          .isInstanceOf(EnvironmentFailureException.class);
    } finally {
      Thread.interrupted();
    }
    machine.terminate();
    held.close();

    RestorableStateMachine again = kind.get();
    assertThat(again.initialize(directory)).isLessThanOrEqualTo(3);
    assertThat(directory.resolve(Directories.DAMAGED)).doesNotExist();
    again.terminate();
  }

  private CheckedDatabase<Failing> open() throws IOException {
    return open(FreeDisk.of(directory));
  }

  private CheckedDatabase<Failing> open(FreeDisk disk) throws IOException {
    return CheckedDatabase.open(
        new CheckedDatabase.Place<>(
            StoreKind.JOURNAL,
            directory,
            BdbSettings.DEFAULT.limits(),
            this::openDatabase,
            disk,
            nanoTime::get));
  }

  private Failing openDatabase(Path home, EnvironmentConfig config) {
    Failing database = new Failing();
    opened.add(database);
    return database;
  }

  private void assertThatAllAreClosed(int databases) throws IOException {
    assertThat(opened).hasSize(databases).allMatch(database -> database.isClosed);
    fault = Fault.NONE;
    open().close();
  }

  private void failIf(Fault kind) {
    if (fault == kind) {
      throw new IllegalStateException(FAULT);
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Failing implements StoreDatabase {
    private boolean isClosed;
    private boolean takesWrites = true;
    private @Nullable Exception failure;

    @Override
    public boolean takesWrites() {
      return takesWrites;
    }

    @Override
    public @Nullable Exception failure() {
      return failure;
    }

    @Override
    public long lastIndex() {
      failIf(Fault.LAST_INDEX);
      return 0;
    }

    @Override
    public boolean isWhole() {
      failIf(Fault.IS_WHOLE);
      return true;
    }

    @Override
    public void force() {
      failIf(Fault.FORCE);
      if (fault == Fault.FORCE_DOES_NOT_END) {
        awaitEnd();
      }
      if (fault == Fault.FORCE_FINDS_NO_MEMORY) {
        throw new OutOfMemoryError(FAULT);
      }
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
