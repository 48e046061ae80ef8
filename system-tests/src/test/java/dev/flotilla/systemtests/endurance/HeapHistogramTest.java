package dev.flotilla.systemtests.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.Adler32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class HeapHistogramTest {
  private static final int GARBAGE_BYTES = 8 << 20;
  private static final String SKIPPED =
      "[2.470s][warning][gc] GC locker is held; pre-dump GC was skipped\n";

  @TempDir private Path directory;

  @Test
  void theHeapIsWhatIsCountedInIt() throws IOException {
    String told =
        """
        4711:
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         41221        2431064  [B (java.base@17)
           2:           100           2400  dev.flotilla.Total
        Total         41321        2433464
        """;
    assertThat(HeapHistogram.parse(told).bytes()).isEqualTo(2_433_464);
    assertThatThrownBy(() -> HeapHistogram.parse("4711: no such process"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void theTenLargestClassesAreKept() throws IOException {
    String rows =
        LongStream.rangeClosed(1, 40)
            .mapToObj(it -> it + ": class " + it + "\n")
            .collect(Collectors.joining());

    assertThat(HeapHistogram.parse("4711:\n num\n---\n" + rows + "Total 1 1\n").beginning())
        .startsWith("4711:\n num\n---\n1: class 1\n")
        .endsWith("\n10: class 10");
  }

  @Test
  void aCountOfWhatWasNotCollectedIsMadeAnew() throws Exception {
    Path output = Files.writeString(directory.resolve("output"), SKIPPED);
    Queue<String> said = new ArrayDeque<>(List.of(SKIPPED, "WARN disk\n" + SKIPPED, "WARN disk\n"));
    Queue<Integer> counts = new ArrayDeque<>(List.of(900, 800, 300, 200));

    HeapHistogram.Asking asking =
        () -> {
          Files.writeString(output, said.remove(), StandardOpenOption.APPEND);
          return "Total 1 " + counts.remove();
        };

    assertThat(HeapHistogram.of("server", output, asking).bytes()).isEqualTo(300);
  }

  @Test
  void aProcessThatNeverCollectsIsNoEndlessWait() throws IOException {
    Path output = Files.createFile(directory.resolve("output"));

    HeapHistogram.Asking asking =
        () -> {
          Files.writeString(output, SKIPPED, StandardOpenOption.APPEND);
          return "Total 1 1";
        };

    assertThatThrownBy(() -> HeapHistogram.of("server", output, asking))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("server", "10 times in a row");
  }

  /** Whatever this JVM does about it: an older one refuses, a newer one collects. */
  @Test
  @Tag("full")
  void garbageOfAProcessThatIsInNativeCodeWithAnArrayIsNotCounted() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket ready = new ServerSocket(0, 1, loopback);
        ChildProcesses processes = ChildProcesses.open(directory)) {
      JavaProgram program =
          new JavaProgram(
              JavaProgram.classPathOf(Summing.class),
              Summing.class.getName(),
              List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
              List.of(Integer.toString(ready.getLocalPort())));
      ChildProcess process = processes.start("summing", program);
      ready.setSoTimeout((int) Await.limitMillis());
      ready.accept().close();

      try {
        assertThat(HeapHistogram.of(process).bytes()).isLessThan(GARBAGE_BYTES);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("pre-dump GC was skipped");
      }
    }
  }

  /** Makes garbage, says so, and is in native code with an array from then on. */
  static final class Summing {
    private static volatile byte[] latest = {};

    private Summing() {}

    /** The program. */
    public static void main(String[] arguments) throws IOException {
      for (int i = 0; i < GARBAGE_BYTES >> 10; i++) {
        latest = new byte[1 << 10];
      }
      byte[] array = new byte[1 << 20];
      int port = Integer.parseInt(arguments[0]);
      new Socket(InetAddress.getLoopbackAddress(), port).close();
      Adler32 sum = new Adler32();
      while (latest.length > 0) {
        sum.update(array);
      }
    }
  }
}
