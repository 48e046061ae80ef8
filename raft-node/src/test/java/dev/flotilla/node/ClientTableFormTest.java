package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
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
    return new ClientTable(
        new ExecutionWindow(WINDOW, MAX_RESULT_BYTES, new UidHash(7)), new Sessions(SMALL));
  }

  private static Decision execute(ClientTable table, long index, String uid) {
    Command command = new Command(uid, "put", Bytes.utf8("of " + uid));
    return execute(table, new Entry(new LogPosition(index, 1), index, command));
  }

  private static Decision execute(ClientTable table, Entry entry) {
    long index = entry.index();
    Decision decision = table.decide(entry).orElseThrow();
    if (decision instanceof Decision.Execute) {
      table.resolve(new Result(index % 3 > 0, Bytes.utf8("result " + index)));
    }
    return decision;
  }

  private static byte[] write(ClientTable table) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    table.write(out);
    return out.toByteArray();
  }

  private static ClientTable read(byte[] form) throws IOException {
    ClientTable table = empty();
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
        Decision expected = execute(original, index, uid);
        assertThat(execute(copy, index, uid))
            .as("seed " + seed + " index " + index)
            .hasSameClassAs(expected);
        Memory memory = copy.find(uid).orElseThrow();
        Memory wanted = original.find(uid).orElseThrow();
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
    ClientTable copy = read(write(original));
    int kept = 0;
    for (int i = 1; i <= WINDOW; i++) {
      Optional<Result> result = original.find("u" + i).orElseThrow().result();
      kept += result.isPresent() ? 1 : 0;
      assertThat(copy.find("u" + i).orElseThrow().result()).isEqualTo(result);
    }
    assertThat(kept).isBetween(1, WINDOW - 1);
    assertThat(write(copy)).isEqualTo(write(original));
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
