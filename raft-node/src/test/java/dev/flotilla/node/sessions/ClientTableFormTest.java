package dev.flotilla.node.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a snapshot says of the clients. */
class ClientTableFormTest {
  private static final int WINDOW = 3000;
  private static final int MAX_RESULT_BYTES = 10_000;

  private static final Sessions.Bounds SMALL = new Sessions.Bounds(8, 6, 20, 200, 100, 10);

  private static ClientTable empty() {
    return empty(MAX_RESULT_BYTES);
  }

  private static ClientTable empty(int maxResultBytes) {
    return new ClientTable(
        new ExecutionWindow(WINDOW, maxResultBytes, new SeenUids(7)), new Sessions(SMALL));
  }

  private static Entry entry(long index, String uid) {
    Command command = new Command(uid, "put", Bytes.utf8("of " + uid));
    return new Entry(new LogPosition(index, 1), index, command);
  }

  private static Result result(long index, int size) {
    byte[] value = new byte[size];
    Arrays.fill(value, (byte) index);
    return new Result(index % 3 > 0, Bytes.wrap(value));
  }

  private static void execute(ClientTable table, long index, String uid, int resultSize) {
    table.decide(entry(index, uid));
    table.resolve(result(index, resultSize));
  }

  private static DedupDecision execute(ClientTable table, long index, String uid) {
    return execute(table, entry(index, uid));
  }

  private static DedupDecision execute(ClientTable table, Entry entry) {
    long index = entry.index();
    DedupDecision decision = table.decide(entry).orElseThrow();
    if (positionOf(decision) == index) {
      table.resolve(new Result(index % 3 > 0, Bytes.utf8("result " + index)));
    }
    return decision;
  }

  /** Of the command whose result answers it; 0 if none does. */
  private static long positionOf(DedupDecision decision) {
    return decision instanceof CachedResult memory ? memory.position().index() : 0;
  }

  private static byte[] write(ClientTable table) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    table.write(out);
    return out.toByteArray();
  }

  private static ClientTable read(byte[] form) throws IOException {
    return read(form, MAX_RESULT_BYTES);
  }

  private static ClientTable read(byte[] form, int maxResultBytes) throws IOException {
    ClientTable table = empty(maxResultBytes);
    ByteArrayInputStream in = new ByteArrayInputStream(form);
    table.read(in);
    assertThat(in.available()).as("left in the stream").isZero();
    return table;
  }

  @Test
  void aTableThatWasReadDecidesAsTheOneThatWasWritten() throws IOException {
    for (long seed = 1; seed <= 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ClientTable original = empty();
      long index = 0;
      while (index < 2 * WINDOW) {
        index++;
        execute(original, index, "ü" + random.nextInt(2 * WINDOW));
      }
      ClientTable copy = read(write(original));
      assertThat(copy.latestUid()).isEqualTo(original.latestUid());
      while (index < 5 * WINDOW) {
        index++;
        String uid = "ü" + random.nextInt(2 * WINDOW);
        DedupDecision expected = execute(original, index, uid);
        assertThat(positionOf(execute(copy, index, uid)))
            .as("seed " + seed + " index " + index)
            .isEqualTo(positionOf(expected));
        CachedResult memory = copy.find(uid).orElseThrow();
        CachedResult wanted = original.find(uid).orElseThrow();
        assertThat(memory.position()).isEqualTo(wanted.position());
        assertThat(memory.success()).isEqualTo(wanted.success());
      }
    }
  }

  @Test
  void resultsThatAreKeptStayAndThoseThatAreDroppedStayDropped() throws IOException {
    ClientTable original = empty();
    for (int i = 1; i <= WINDOW; i++) {
      execute(original, i, "u" + i);
    }
    assertThat(keptInACopyOf(original, MAX_RESULT_BYTES)).isBetween(1, WINDOW - 1);
  }

  @Test
  void resultsStayThatAreKeptBeforeALargeOneThatIsDropped() throws IOException {
    int maxResultBytes = 250_000;
    ClientTable original = empty(maxResultBytes);
    for (int i = 1; i <= WINDOW; i++) {
      execute(original, i, "u" + i, i % 10 == 0 ? 1100 : 10);
    }
    assertThat(keptInACopyOf(original, maxResultBytes)).isBetween(WINDOW * 9 / 10, WINDOW - 1);
  }

  @Test
  void everyMixtureOfResultsIsReadAsItWasWritten() throws IOException {
    int[] sizes = {0, 1, 100, 1024, 1025, 4000};
    int[] bounds = {0, 2_000, 50_000, 1_000_000};
    for (long seed = 1; seed <= 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int maxResultBytes = bounds[random.nextInt(bounds.length)];
      int kinds = 1 + random.nextInt(sizes.length);
      ClientTable original = empty(maxResultBytes);
      int count = 1 + random.nextInt(2 * WINDOW);
      int index = 0;
      while (index < count) {
        int batch = 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 3);
        for (int i = 1; i <= batch; i++) {
          original.decide(entry(index + i, "u" + (index + i)));
        }
        for (int i = 1; i <= batch; i++) {
          int size = sizes[random.nextInt(kinds)];
          original.resolve(
              random.nextInt(20) == 0 ? Result.okWithoutValue() : result(index + i, size));
        }
        index += batch;
      }
      ClientTable copy = read(write(original), maxResultBytes);
      assertThat(Arrays.equals(write(copy), write(original))).as("seed " + seed).isTrue();
    }
  }

  /** Compares a copy with its original; returns how many results are kept. */
  private static int keptInACopyOf(ClientTable original, int maxResultBytes) throws IOException {
    ClientTable copy = read(write(original), maxResultBytes);
    int kept = 0;
    for (int i = 1; i <= WINDOW; i++) {
      Optional<Result> result = original.find("u" + i).orElseThrow().result();
      kept += result.isPresent() ? 1 : 0;
      assertThat(copy.find("u" + i).orElseThrow().result()).as("u" + i).isEqualTo(result);
    }
    assertThat(Arrays.equals(write(copy), write(original))).as("written alike").isTrue();
    return kept;
  }

  @Test
  void whatIsNoTableIsRefused() throws IOException {
    ClientTable table = empty();
    execute(table, 1, "a");
    execute(table, 2, "b");
    byte[] form = write(table);
    for (int length = 0; length < form.length; length++) {
      byte[] cut = Arrays.copyOf(form, length);
      assertThatThrownBy(() -> empty().read(new ByteArrayInputStream(cut)))
          .as("cut at " + length)
          .isInstanceOf(IOException.class);
    }
    byte[] later = form.clone();
    later[3] = 9;
    assertThatThrownBy(() -> read(later)).hasMessageContaining("form 9");
    byte[] endless = form.clone();
    endless[8] = 0x7f;
    assertThatThrownBy(() -> read(endless)).hasMessageContaining("a window of");
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      byte[] changed = form.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        empty().read(new ByteArrayInputStream(changed));
      } catch (IOException e) {
        assertThat(e).hasMessageMatching("(?s).+");
      }
    }
  }

  @Test
  void aTableThatWaitsForResultsIsNotWritten() {
    ClientTable table = empty();
    Command command = new Command("a", "put", Bytes.EMPTY);
    table.decide(new Entry(new LogPosition(1, 1), command));
    assertThatThrownBy(() -> write(table)).isInstanceOf(IllegalStateException.class);
  }
}
