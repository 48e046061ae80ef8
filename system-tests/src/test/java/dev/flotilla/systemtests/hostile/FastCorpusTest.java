package dev.flotilla.systemtests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cases of the hostile system test that need no network and little time, against three
 * processes on loopback. What good requests meet meanwhile, only the system test looks at.
 */
@Tag("full")
class FastCorpusTest {
  private static final Set<String> ROWS = Set.of("1", "2", "3", "m5", "m6", "corpus");

  /** They take long, or belong to datagrams and crowds of connections. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "midbig-leader",
          "text-64mb",
          "children",
          "large-instance-id",
          "slow-senders",
          "header-count",
          "header-long",
          "chunk-extension",
          "pipelined");

  private static final long EXECUTED_MILLIS = Await.limitMillis();

  @Test
  void everyFastCaseIsRefusedAndNothingOfItStays(@TempDir Path directory) throws Exception {
    List<String> problems = new ArrayList<>();
    try (ChildProcesses children = ChildProcesses.open(directory);
        Arena arena = Arena.open(start(children, directory))) {
      List<HostileCase> cases = Corpus.cases().stream().filter(FastCorpusTest::isFast).toList();
      assertThat(cases).hasSizeGreaterThan(50);
      for (HostileCase each : cases) {
        run(each, arena, problems);
      }
      lookAfter(arena, problems);
    }
    assertThat(problems).isEmpty();
  }

  private static boolean isFast(HostileCase each) {
    boolean isRepeated = each.name().endsWith("-follower");
    return ROWS.contains(each.row()) && !isRepeated && !LEFT_OUT.contains(each.name());
  }

  private static HostileServer.Start start(ChildProcesses children, Path directory)
      throws IOException {
    Path group = Files.createDirectory(directory.resolve("group"));
    Fuzzer none = new Fuzzer("", directory, directory, 0);
    return new HostileServer.Start(
        children, Loopback.free(), System.getProperty("java.class.path"), group, "128m", none);
  }

  private static void run(HostileCase each, Arena arena, List<String> problems)
      throws IOException, InterruptedException {
    try {
      each.attack().run(arena);
    } catch (IOException e) {
      problems.add(each.name() + ": " + e.getMessage());
    }
  }

  private static void lookAfter(Arena arena, List<String> problems)
      throws IOException, InterruptedException {
    arena.execute(EXECUTED_MILLIS).ifPresent(why -> problems.add("a good command: " + why));
    for (HostileServer server : arena.servers()) {
      if (!server.process().isAlive()) {
        problems.add(server.process().name() + " ended");
      }
      if (server.holds(Soap.MARK)) {
        problems.add(server.process().name() + " has something of it on disk");
      }
    }
    List<Path> directories = arena.servers().stream().map(HostileServer::data).toList();
    long commitIndex = arena.view(arena.target(arena.leader())).commitIndex();
    problems.addAll(new Logs().problems(directories, commitIndex, /* executed= */ 1));
  }
}
