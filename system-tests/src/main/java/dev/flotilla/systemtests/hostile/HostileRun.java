package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases against servers, one after another, and looks at everything else that must hold. What
 * a case has broken is thrown away: the next one meets a new group. One thread.
 */
final class HostileRun implements AutoCloseable {
  private static final long BAR_MILLIS = 500;
  private static final String SLOW = "slow: ";
  private static final long AFTER_MILLIS = 1_000;
  private static final long ELECTED_MILLIS = 10_000;
  private static final int SOME = 10;
  private static final long SOME_MILLIS = 3_000;

  /**
   * The rows that may fill a heap; to look at one takes a collection. Row 6 is not one: it has so
   * many commands executed that the uids that a server remembers by design outweigh all else.
   */
  private static final Set<String> FILLING = Set.of("2", "7", "8", "m1", "m2", "corpus", "heap");

  /** The rows after which servers are not as they were: they moved, or hold much. */
  private static final Set<String> CHANGING = Set.of("5", "m3", "6");

  private static final long MAX_GROWTH_BYTES = 24L << 20;

  private final Starts starts;
  private @Nullable Arena arena;
  private Logs logs = new Logs();
  private Map<Integer, Long> liveBefore = new TreeMap<>();

  /** Gives each group a way to be started, of its own directory. */
  @FunctionalInterface
  interface Starts {
    HostileServer.Start next() throws IOException;
  }

  HostileRun(Starts starts) {
    this.starts = starts;
  }

  /** Runs one case; once more if all that failed was the bar of good requests. */
  Row run(HostileCase each) throws IOException, InterruptedException {
    Row first = once(each);
    if (first.problems().size() == 1 && first.problems().get(0).startsWith(SLOW)) {
      Row second = once(each);
      String good = second.good() + " (second attempt)";
      return new Row(second.row(), second.name(), second.answer(), good, second.problems());
    }
    return first;
  }

  @Override
  public void close() {
    renew();
  }

  private Row once(HostileCase each) throws IOException, InterruptedException {
    Arena in = arena == null ? open() : arena;
    List<String> problems = new ArrayList<>();
    View before = in.view(in.target(in.leader()));
    long trapped = in.network().trapped();
    Good good = Good.begin(in.goodHttp(), in::targets);
    String answer = attack(each, in, problems);
    awaitSome(good);
    Good.Seen seen = good.end();
    judge(each, seen, problems);
    lookAfter(each, in, before, seen.executed(), problems);
    long packets = in.network().trapped() - trapped;
    if (packets > 0 && each.effect() != Effect.ADDRESS) {
      problems.add(packets + " packets went to a third party");
    }
    if (!problems.isEmpty() || CHANGING.contains(each.row())) {
      renew();
    }
    String requests = seen.executed() + ", slowest " + seen.slowestMillis() + " ms";
    return new Row(each.row(), each.name(), answer, requests, problems);
  }

  /** Some cases are over before a good request is. */
  private static void awaitSome(Good good) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SOME_MILLIS);
    while (good.seen().executed() < SOME && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(SOME);
    }
  }

  private static String attack(HostileCase each, Arena in, List<String> problems)
      throws InterruptedException {
    try {
      return each.attack().run(in);
    } catch (UnexpectedAnswer e) {
      problems.add("answer: " + e.getMessage());
      return String.valueOf(e.getMessage());
    } catch (IOException e) {
      problems.add("answer: " + e);
      return e.toString();
    }
  }

  private static void judge(HostileCase each, Good.Seen seen, List<String> problems) {
    if (!seen.failure().isEmpty()) {
      problems.add("a good request was not executed: " + seen.failure());
    } else if (each.effect() == Effect.NONE && seen.slowestMillis() > BAR_MILLIS) {
      problems.add(SLOW + "a good request took " + seen.slowestMillis() + " ms");
    }
  }

  private void lookAfter(
      HostileCase each, Arena in, View before, int executed, List<String> problems)
      throws IOException, InterruptedException {
    for (HostileServer server : in.servers()) {
      if (!server.process().isAlive()) {
        problems.add(String.valueOf(server.process().diedUnexpectedly("in it").getMessage()));
      } else if (server.log().contains("OutOfMemoryError")) {
        problems.add(server.process().name() + " was out of memory");
      }
    }
    boolean isCalm = each.effect() == Effect.NONE;
    Optional<String> failure = in.execute(isCalm ? AFTER_MILLIS : ELECTED_MILLIS);
    failure.ifPresent(why -> problems.add("a good command after it: " + why));
    if (failure.isPresent()) {
      return;
    }
    View after = in.view(in.target(in.leader()));
    if (isCalm && !(after.id().equals(before.id()) && after.term() == before.term())) {
      problems.add("the leader of term " + before.term() + " was lost; term " + after.term());
    }
    if (after.term() - before.term() > 1_000_000) {
      problems.add("the group is at term " + after.term());
    }
    lookAtLogs(in, problems);
    List<Path> directories = in.servers().stream().map(HostileServer::data).toList();
    problems.addAll(logs.problems(directories, after.commitIndex(), executed));
    if (FILLING.contains(each.row())) {
      lookAtHeaps(in, problems);
    }
  }

  /** The whole of what is on disk first, which is quicker than a dump of the log. */
  private static void lookAtLogs(Arena in, List<String> problems)
      throws IOException, InterruptedException {
    for (HostileServer server : in.servers()) {
      if (server.holds(Soap.MARK)) {
        String dump = in.start().dump(server);
        int at = Math.max(0, dump.indexOf(Soap.MARK));
        String what = dump.substring(at, Math.min(dump.length(), at + 40)).strip();
        problems.add(server.process().name() + " has it on disk: " + what);
        return;
      }
    }
  }

  private void lookAtHeaps(Arena in, List<String> problems)
      throws IOException, InterruptedException {
    Map<Integer, Long> live = live(in);
    for (var each : live.entrySet()) {
      long growth = each.getValue() - liveBefore.getOrDefault(each.getKey(), 0L);
      if (growth > MAX_GROWTH_BYTES) {
        problems.add("the heap of server " + each.getKey() + " grew by " + growth + " bytes");
      }
    }
  }

  private static Map<Integer, Long> live(Arena in) throws IOException, InterruptedException {
    Map<Integer, Long> live = new TreeMap<>();
    for (HostileServer server : in.servers()) {
      if (server.process().isAlive()) {
        live.put(server.host(), server.liveBytes());
      }
    }
    return live;
  }

  private Arena open() throws IOException, InterruptedException {
    Arena opened = Arena.open(starts.next());
    arena = opened;
    liveBefore = live(opened);
    logs = new Logs();
    return opened;
  }

  private void renew() {
    if (arena != null) {
      arena.close();
      arena = null;
    }
  }
}
