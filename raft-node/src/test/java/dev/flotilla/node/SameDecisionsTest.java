package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.sessions.CachedResult;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.DedupDecision;
import dev.flotilla.node.sessions.ExecutionWindow;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.sessions.Sessions;
import dev.flotilla.node.sessions.StartupReplay;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.testing.Sample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every member decides alike: one that applies the log in one go, and one that is restarted again
 * and again, with a machine and a snapshot that are older than what it had decided on.
 */
class SameDecisionsTest {
  private static final int ENTRIES = 3000;
  private static final Sessions.Bounds BOUNDS = new Sessions.Bounds(5, 4, 12, 300, 200, 20);

  /** What a member has decided so far, and what its disk holds of it. */
  private static final class Replayed {
    final List<Entry> log;
    final SplittableRandom random;
    final List<String> decisions = new ArrayList<>();
    final List<Execution> journal = new ArrayList<>();
    ClientTable table = empty();
    byte[] snapshot = bytes(table);
    long snapshotIndex;
    long applied;

    Replayed(List<Entry> log, long seed) {
      this.log = log;
      this.random = new SplittableRandom(seed);
    }

    /** Decides on some entries together, and executes them after that. */
    void applyBatch(int size) {
      List<Entry> fresh = new ArrayList<>();
      long end = Math.min(log.size(), applied + size);
      for (; applied < end; applied++) {
        Entry entry = log.get((int) applied);
        String told = "nothing";
        if (entry.payload() instanceof ActivateVersion) {
          execute(fresh);
        }
        DedupDecision decision = table.decide(entry).orElse(null);
        if (decision instanceof CachedResult memory) {
          boolean isNew = memory.position().equals(entry.position());
          told = isNew ? "execute" : "repeat " + memory.position();
          if (isNew) {
            fresh.add(entry);
          }
        } else if (decision instanceof DedupDecision.Answer answer) {
          told = answer.outcome().toString();
        }
        note(entry.index(), told);
      }
      execute(fresh);
    }

    private void execute(List<Entry> fresh) {
      for (Entry entry : fresh) {
        Command command = (Command) entry.payload();
        Result result = result(entry.index());
        table.resolve(result);
        journal.add(new Execution(entry.position(), command.uid(), command.fingerprint(), result));
      }
      fresh.clear();
    }

    private void note(long index, String told) {
      if (index > decisions.size()) {
        decisions.add(told);
      } else {
        assertThat(told).as("decided again on " + index).isEqualTo(decisions.get((int) index - 1));
      }
    }

    void takeSnapshot() throws IOException {
      snapshot = bytes(table);
      snapshotIndex = applied;
      ClientTable copy = empty();
      copy.read(new ByteArrayInputStream(snapshot));
      assertThat(bytes(copy)).isEqualTo(snapshot);
    }

    /** The machine may come back older, but not older than the snapshot. */
    void restart() throws IOException {
      long machineIndex = snapshotIndex + random.nextLong(applied - snapshotIndex + 1);
      journal.removeIf(execution -> execution.position().index() > machineIndex);
      table = empty();
      table.read(new ByteArrayInputStream(snapshot));
      StartupReplay.Past past =
          StartupReplay.bringUp(
              table, snapshotIndex, new RecallingMachine(journal), machineIndex, this::read);
      assertThat(past.last().map(Entry::index))
          .isEqualTo(machineIndex == snapshotIndex ? Optional.empty() : Optional.of(machineIndex));
      applied = machineIndex;
    }

    private List<Entry> read(long firstIndex, int maxEntries, int maxBytes) {
      int from = (int) firstIndex - 1;
      return log.subList(from, Math.min(log.size(), from + 1 + random.nextInt(40)));
    }
  }

  private static ClientTable empty() {
    return new ClientTable(new ExecutionWindow(30, 1000, new SeenUids(3)), new Sessions(BOUNDS));
  }

  private static byte[] bytes(ClientTable table) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      table.write(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static Result result(long index) {
    return new Result(index % 3 > 0, Bytes.utf8("x".repeat((int) (index % 50)) + index));
  }

  private static List<Entry> randomLog(SplittableRandom random) {
    List<Entry> log = new ArrayList<>();
    long timeMillis = 0;
    for (long index = 1; index <= ENTRIES; index++) {
      timeMillis += random.nextInt(10) == 0 ? random.nextInt(150) : random.nextInt(3);
      log.add(new Entry(new LogPosition(index, 1), timeMillis, randomPayload(random, index)));
    }
    return log;
  }

  private static Payload randomPayload(SplittableRandom random, long index) {
    if (index == ENTRIES / 3) {
      return new ActivateVersion(ProtocolVersions.CROWDED_SESSIONS);
    }
    return switch (random.nextInt(10)) {
      case 0 -> NoOp.INSTANCE;
      case 1, 2 -> new OpenSession("s" + random.nextInt(8));
      case 3, 4 -> command(random, "u" + random.nextInt(60));
      default -> {
        long session = Math.max(1, index - random.nextInt(60));
        long sequence = 1 + index / 10 + random.nextInt(8);
        long lowest = Math.max(1, sequence - random.nextInt(8));
        yield command(random, "u" + sequence).in(new SessionTag(session, sequence, lowest));
      }
    };
  }

  private static Command command(SplittableRandom random, String uid) {
    return new Command(uid, random.nextInt(20) == 0 ? "other" : "put", Bytes.EMPTY);
  }

  /** Sessions are named by indexes, so most random names are wrong; this mends them. */
  private static List<Entry> withLivingSessions(List<Entry> log, SplittableRandom random) {
    List<Entry> mended = new ArrayList<>();
    List<Long> opened = new ArrayList<>();
    for (Entry entry : log) {
      Payload payload = entry.payload();
      if (payload instanceof OpenSession) {
        opened.add(entry.index());
      }
      if (payload instanceof Command command
          && command.session().isPresent()
          && !opened.isEmpty()
          && random.nextInt(20) > 0) {
        SessionTag tag = command.session().get();
        int back = Math.min(opened.size(), 1 + random.nextInt(30));
        long session = opened.get(opened.size() - back);
        payload = command.in(new SessionTag(session, tag.sequence(), tag.lowestUnanswered()));
      }
      mended.add(new Entry(entry.position(), entry.timeMillis(), payload));
    }
    return mended;
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Sample.of(10, 3));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aMemberThatIsRestartedDecidesLikeOneThatNeverIs(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<Entry> log = withLivingSessions(randomLog(random), random);
    Replayed steady = new Replayed(log, seed);
    while (steady.applied < ENTRIES) {
      steady.applyBatch(1);
    }
    Replayed restarted = new Replayed(log, seed);
    while (restarted.applied < ENTRIES) {
      restarted.applyBatch(1 + random.nextInt(25));
      if (random.nextInt(8) == 0) {
        restarted.takeSnapshot();
      }
      if (random.nextInt(4) == 0) {
        restarted.restart();
      }
    }
    assertThat(restarted.decisions).as("seed " + seed).isEqualTo(steady.decisions);
    assertThat(restarted.journal).as("seed " + seed).isEqualTo(steady.journal);
    for (String kind : List.of("execute", "repeat", "Expired", "Opened", "Busy", "Invalid")) {
      assertThat(steady.decisions).as(kind).anyMatch(told -> told.contains(kind));
    }
  }
}
