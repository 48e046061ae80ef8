package dev.flotilla.bench.harness.paired;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against files as Linux writes them. */
class ProcFilesTest {
  @TempDir Path proc;
  private ProcFiles files;

  @BeforeEach
  void open() {
    files = new ProcFiles(proc);
  }

  @Test
  void switchesOfAllThreadsAreAddedUp() throws IOException {
    task(7, 7, "java", 5, 3, 40);
    task(7, 8, "C2 CompilerThre", 100, 20, 2);
    task(7, 9, "C1 CompilerThre", 30, 0, 1);
    task(7, 10, "VM Thread", 10, 5, 100);
    write("7/stat", stat(7, "java (odd) name", 200, 50));
    write("7/io", "wchar: 9\nwrite_bytes: 8192\ncancelled_write_bytes: 0\n");

    assertThat(files.process(7))
        .isEqualTo(new ProcFiles.ProcessCounters(2.5, 143, 1.5, 0.15, 8192));
  }

  @Test
  void processThatHasEndedUsedNothing() {
    assertThat(files.process(7)).isEqualTo(new ProcFiles.ProcessCounters(0, 0, 0, 0, 0));
  }

  @Test
  void stolenTimeIsNeitherBusyNorIdle() throws IOException {
    write("stat", "cpu  100 0 50 800 50 0 0 200 0 0\ncpu0 1 2 3\n");
    write(
        "diskstats",
        " 254 0 vda 1 0 8 1 2 0 16 1 0 1 1 0 0 0 0 40 9\n 254 1 vda1 1 0 8 1 2 0 16 1 0 1 1\n");

    assertThat(files.machine()).isEqualTo(new ProcFiles.MachineCounters(1.5, 2, 12, 40));
  }

  @Test
  void idleTimeAndWaitingForDisksAreNotUsedAndGuestsAreNotCountedTwice() throws IOException {
    // user nice system idle iowait irq softirq steal guest guest_nice
    write("stat", "cpu  100 10 20 5000 600 3 4 5 100 10\n");

    assertThat(files.machineUsed()).isEqualTo(Duration.ofMillis(1_420));
  }

  @Test
  void systemWithoutTheseFilesGivesZeros() {
    assertThat(files.machine()).isEqualTo(new ProcFiles.MachineCounters(0, 0, 0, 0));
  }

  private void task(int pid, int tid, String name, int user, int system, int switches)
      throws IOException {
    write(pid + "/task/" + tid + "/stat", stat(tid, name, user, system));
    write(
        pid + "/task/" + tid + "/status",
        "Name: x\nvoluntary_ctxt_switches:\t" + switches + "\nnonvoluntary_ctxt_switches:\t9\n");
  }

  private static String stat(int id, String name, int user, int system) {
    return id + " (" + name + ") S 1 2 3 4 5 6 7 8 9 10 " + user + " " + system + " 0 0 20 0 1\n";
  }

  private void write(String name, String text) throws IOException {
    Path file = proc.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
