package dev.flotilla.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.Bytes;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/how-to/write-a-state-machine.md, and that the page has the same text. */
class TurnstileTest {
  private static final Path PAGE = Path.of("..", "docs", "how-to", "write-a-state-machine.md");

  // example
  /** Counts who is inside; in memory. */
  static final class Turnstile implements RestorableStateMachine {
    private int inside;

    @Override
    public long initialize(Path directory) {
      return 0;
    }

    @Override
    public void recall(int limit, Consumer<Execution> visitor) {}

    @Override
    public List<Result> apply(List<CommittedCommand> batch) {
      return batch.stream().map(each -> pass(each.command().command())).toList();
    }

    private Result pass(String way) {
      if (!way.equals("in") && (!way.equals("out") || inside == 0)) {
        return Result.rejected(Bytes.utf8("in, or out if somebody is inside"));
      }
      inside += way.equals("in") ? 1 : -1;
      return count();
    }

    @Override
    public Result query(Bytes query) {
      return count();
    }

    private Result count() {
      return Result.ok(Bytes.utf8(Integer.toString(inside)));
    }

    @Override
    public StateSnapshot snapshot() {
      int held = inside;
      return new StateSnapshot() {
        @Override
        public void writeTo(OutputStream target) throws IOException {
          new DataOutputStream(target).writeInt(held);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void restoreFrom(InputStream source, long lastIndex) throws IOException {
      inside = new DataInputStream(source).readInt();
    }

    @Override
    public void terminate() {}
  }

  @Test
  void aTurnstileConforms(@TempDir Path directory) throws IOException {
    Conformance.of(Turnstile::new)
        .commands(random -> new Operation(random.nextInt(3) > 0 ? "in" : "out", Bytes.EMPTY))
        .probes(Bytes.utf8("how many"))
        .inMemory()
        .canonicalSnapshots()
        .check(directory)
        .assertConforms();
  }

  // end

  @Test
  void thePageHoldsTheExample() throws IOException {
    String source =
        Files.readString(
            Path.of("src", "test", "java", "dev", "flotilla", "kit", "TurnstileTest.java"));
    String example =
        source.substring(source.indexOf("  // example\n") + 13, source.indexOf("  // end\n"));
    assertThat(Files.readString(PAGE)).contains(example.indent(-2).stripTrailing());
  }
}
