package dev.flotilla.bdb;

import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.RestoreClaim;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.bdb.pairs.Changes;
import dev.flotilla.bdb.pairs.KeyValueDatabase;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A key-value store between its opening and its closing. */
final class OpenKeyValueStore {
  private final CheckedDatabase<KeyValueDatabase> checked;

  /** Executions up to here are in a snapshot that the node has; told by the snapshot thread. */
  private final AtomicLong recalledNoMore = new AtomicLong();

  private @Nullable KeyValueSnapshot snapshot;

  private OpenKeyValueStore(CheckedDatabase<KeyValueDatabase> checked) {
    this.checked = checked;
  }

  static OpenKeyValueStore open(Path directory, BdbSettings settings) throws IOException {
    return new OpenKeyValueStore(
        CheckedDatabase.open(
            new CheckedDatabase.Place<>(
                StoreKind.KEY_VALUE, directory, settings.limits(), KeyValueDatabase::open)));
  }

  Path directory() {
    return checked.directory();
  }

  KeyValueDatabase database() {
    return checked.database();
  }

  /** As {@link CheckedDatabase#readAtStart}. */
  void recall(int limit, Consumer<Execution> visitor) {
    checked.readAtStart(database -> database.recall(limit, visitor));
  }

  /** How many pairs there are. */
  RestoreClaim.Extent extent() {
    return new RestoreClaim.Extent(database().lastIndex(), database().count());
  }

  Room room() {
    return checked.room();
  }

  /** Executes a batch; all of it, or on an exception nothing. */
  List<Result> apply(List<CommittedCommand> batch) {
    checked.checkpointer().requireSound();
    Changes changes = new Changes(database());
    List<Execution> executions = new ArrayList<>(batch.size());
    List<Result> results = new ArrayList<>(batch.size());
    long previous = database().lastIndex();
    long bytes = 0;
    for (CommittedCommand each : batch) {
      checked.requireNext(previous, each.position().index());
      previous = each.position().index();
      Command command = each.command();
      Result result = KeyValueExecution.execute(each, changes);
      results.add(result);
      executions.add(new Execution(each.position(), command.uid(), command.fingerprint(), result));
      bytes += command.sizeBytes() + result.value().size();
    }
    write(changes, executions);
    checked.checkpointer().applied(previous, batch.size(), bytes);
    return results;
  }

  private void write(Changes changes, List<Execution> executions) {
    Runnable write = () -> database().write(changes, executions, recalledNoMore.get());
    if (snapshot == null) {
      write.run();
    } else {
      snapshot.writeBehind(changes, write);
    }
  }

  /** Holds on to what was applied so far; the one that was held before is given up. */
  KeyValueSnapshot snapshot() {
    giveUpSnapshot();
    KeyValueSnapshot held =
        new KeyValueSnapshot(
            database(),
            checked.checkpointer(),
            index -> recalledNoMore.accumulateAndGet(index, Math::max));
    snapshot = held;
    return held;
  }

  /**
   * Replaces all pairs by those of a snapshot; this store is closed then, also by an exception.
   *
   * <p>A crash on the way leaves the old pairs or the new ones with their index, or some of the new
   * ones without an index, which are removed at the next opening.
   */
  OpenKeyValueStore restore(InputStream source, long lastIndex) throws IOException {
    giveUpSnapshot();
    return new OpenKeyValueStore(
        checked.replace(
            created ->
                created.finishLoad(
                    lastIndex, KeyValueStream.read(source, created::load, created::load))));
  }

  private void giveUpSnapshot() {
    if (snapshot != null) {
      snapshot.giveUp();
      snapshot = null;
    }
  }

  void close() throws IOException {
    giveUpSnapshot();
    checked.close();
  }
}
