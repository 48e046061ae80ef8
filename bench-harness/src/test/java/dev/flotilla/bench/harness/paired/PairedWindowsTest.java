package dev.flotilla.bench.harness.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.client.LoadResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With systems that only note what is asked of them. */
class PairedWindowsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final List<String> calls = new ArrayList<>();
  private final List<Window> windows = new ArrayList<>();
  @TempDir Path proc;

  @Test
  void orderOfTheSystemsChangesFromRoundToRound() throws Exception {
    measure(3, 0);

    assertThat(windows)
        .extracting(window -> window.round() + window.system() + window.position())
        .containsExactly("1a1", "1b2", "2b1", "2a2", "3a1", "3b2");
  }

  @Test
  void onlyOneSystemIsLoadedAtATime() throws Exception {
    measure(2, 0);

    assertThat(calls)
        .startsWith("a connect 5", "b connect 5", "a load 0", "a window 100", "a window 1000")
        .containsSubsequence("a stop", "b load 0", "b stop", "b load 0", "b stop", "a load 0");
  }

  @Test
  void intendedRateReachesTheSystemsAndTheResults() throws Exception {
    measure(2, 700);

    assertThat(calls).contains("a load 700", "b load 700");
    assertThat(windows).allMatch(window -> window.rate() == 700);
  }

  @Test
  void windowHoldsOneEntryForEachProcess() throws Exception {
    measure(2, 0);

    assertThat(windows.get(0).processes())
        .extracting(ProcessUse::process)
        .containsExactly("a-clients");
    assertThat(windows.get(0).disturbed()).isFalse();
  }

  @Test
  void systemThatStaysBusyDisturbsItsWindowAndTheNext() throws Exception {
    Iterator<Boolean> quiet = List.of(false, true, true, false, true, true).iterator();
    measure(3, 0, cpuSeconds -> quiet.next());

    assertThat(windows)
        .extracting(Window::disturbed)
        .containsExactly(true, true, false, true, true, false);
  }

  @Test
  void busySystemDisturbsTheFirstWindowOfTheNextCell() throws Exception {
    Iterator<Boolean> quiet = List.of(true, true, true, false).iterator();
    PairedWindows cells = windows(2, 0, cpuSeconds -> quiet.hasNext() ? quiet.next() : true);
    measure(cells);
    windows.clear();
    measure(cells);

    assertThat(windows).extracting(Window::disturbed).containsExactly(true, false, false, false);
  }

  @Test
  void planThatHasOneOrderOnlyIsRefused() {
    assertThatThrownBy(() -> new PairedPlan(SECOND, SECOND, 1, 0))
        .hasMessage("--rounds is 1; give at least 2, so that both orders occur");
  }

  private void measure(int rounds, int rate) throws Exception {
    measure(rounds, rate, cpuSeconds -> true);
  }

  private void measure(int rounds, int rate, PairedWindows.Quiet quiet) throws Exception {
    measure(windows(rounds, rate, quiet));
  }

  private PairedWindows windows(int rounds, int rate, PairedWindows.Quiet quiet) {
    PairedPlan plan = new PairedPlan(SECOND, Duration.ofMillis(100), rounds, rate);
    return new PairedWindows(plan, new ProcFiles(proc), quiet);
  }

  private void measure(PairedWindows cell) throws Exception {
    cell.measure(List.of(new Noting("a"), new Noting("b")), 3, 5, 1, windows::add);
  }

  private final class Noting implements LoadedSystem {
    private final String name;

    private Noting(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Map<String, Long> processes() {
      return Map.of(name + "-clients", 1L);
    }

    @Override
    public void connect(int clients) {
      calls.add(name + " connect " + clients);
    }

    @Override
    public void load(int rate) {
      calls.add(name + " load " + rate);
    }

    @Override
    public LoadResult window(Duration length) {
      calls.add(name + " window " + length.toMillis());
      return LoadResult.nothing();
    }

    @Override
    public void stop() {
      calls.add(name + " stop");
    }

    @Override
    public void requireAllServers() {}
  }
}
