package dev.flotilla.systemtests.storage;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerProgram;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Three servers with a large state, and a fourth that gets all of it. One thread. */
final class LargeState {
  private static final int FOUNDERS = 3;
  private static final int RECORDS = 16_384;
  private static final int MIN_RECORD_BYTES = 256;
  private static final long MEBIBYTE = 1 << 20;
  private static final int CALM_LOOKS = 15;
  private static final int PAUSE_LOOKS = 3;
  private static final Duration GREEDY_END = Duration.ofMinutes(10);

  /** What a break may cost: the pieces since the last force, and those that nobody answered. */
  private static final long BREAK_BYTES = 3 * MEBIBYTE;

  /** Below this the control's heap is large enough for it. */
  private static final long MIN_GREEDY_BYTES = 192 * MEBIBYTE;

  private final SnapshotsCommand command;
  private final ServerGroup group;
  private final GroupView view;
  private final GroupClient client;
  private final Path directory;
  private final long bytesPerSecond;
  private final List<MeasuredServer> servers = new ArrayList<>();
  private long term;

  LargeState(
      SnapshotsCommand command,
      ServerGroup group,
      WireClient client,
      Path directory,
      long bytesPerSecond) {
    this.command = command;
    this.group = group;
    this.view = new GroupView(client);
    this.client = client;
    this.directory = directory;
    this.bytesPerSecond = bytesPerSecond;
  }

  /**
   * All of it, as long as one leader does it: the next one would send another snapshot.
   *
   * @return whether one leader was seen to do it; if not, no more than the load is judged, and how
   *     the servers end
   */
  boolean run(long bytes) throws IOException, InterruptedException {
    for (int i = 1; i <= FOUNDERS; i++) {
      servers.add(start("server" + i, Integer.toString(FOUNDERS)));
    }
    fill(bytes);
    term = view.awaitLeader().progress().term();
    SteadyLoad load = new SteadyLoad(client, "before");
    look(CALM_LOOKS);
    boolean isSent = isSentByOneLeader(load, bytes);
    load.phase("after");
    look(CALM_LOOKS);
    check("every command was executed", load.stop(), load.summary());
    System.out.print(load.table());
    StatusResponse end = view.awaitLeader();
    if (!isSent || end.progress().term() != term) {
      say("not judged further: term %s before, %s after", term, end.progress().term());
      for (MeasuredServer server : servers.subList(0, FOUNDERS)) {
        endAndJudge(server);
      }
      return false;
    }
    restart(end);
    compare(end, servers.get(FOUNDERS));
    greedy(bytes);
    return true;
  }

  private boolean isSentByOneLeader(SteadyLoad load, long bytes)
      throws IOException, InterruptedException {
    try {
      StatusResponse leader = take(load, bytes);
      MeasuredServer newcomer = start("newcomer", ServerProgram.JOINS);
      servers.add(newcomer);
      send(load, leader, newcomer);
      return true;
    } catch (IOException e) {
      if (view.awaitLeader().progress().term() == term) {
        throw e;
      }
      say("another leads than did: %s", e);
      return false;
    }
  }

  /** Looks until the leader is as it shall be; throws if another leads. */
  private StatusResponse awaitLeader(String what, Predicate<StatusResponse> condition)
      throws IOException {
    StatusResponse seen =
        view.awaitLeader(what, it -> it.progress().term() != term || condition.test(it));
    if (seen.progress().term() != term) {
      throw new IOException(
          "it did not happen in term %s, but in %s that %s"
              .formatted(term, seen.progress().term(), what));
    }
    return seen;
  }

  private MeasuredServer start(String name, String origin, String... more)
      throws IOException, InterruptedException {
    JavaProgram program =
        MeasuredServer.java(SnapshotServer.class).withArgument(Long.toString(bytesPerSecond));
    for (String argument : more) {
      program = program.withArgument(argument);
    }
    return new MeasuredServer(group.start(name, origin, directory.resolve(name), program));
  }

  private void fill(long bytes) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    view.awaitLeader();
    int recordBytes = (int) Math.max(MIN_RECORD_BYTES, bytes / RECORDS / 16 * 16);
    int uncertain = view.fill(bytes, recordBytes);
    say(
        "%d MiB in records of %d bytes within %s, %d without a certain end",
        bytes >> 20, recordBytes, since(begin), uncertain);
  }

  private StatusResponse take(SteadyLoad load, long bytes) throws IOException {
    StatusResponse before = awaitLeader("there is a leader", it -> true);
    load.phase("taking");
    long index = before.progress().appliedIndex();
    view.takeSnapshot(before);
    StatusResponse after =
        awaitLeader("it is taken", it -> it.snapshot().orElseThrow().index() >= index);
    load.phase("between");
    long sizeBytes = after.snapshot().orElseThrow().sizeBytes();
    check(
        "the state is as large as it shall be",
        sizeBytes >= bytes,
        String.format(
            Locale.ROOT,
            "taken: %d MiB in %.1f s",
            sizeBytes >> 20,
            after.snapshot().orElseThrow().durationMillis() / 1e3));
    return after;
  }

  private void send(SteadyLoad load, StatusResponse leader, MeasuredServer newcomer)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long sizeBytes = leader.snapshot().orElseThrow().sizeBytes();
    long sentBefore = leader.snapshot().orElseThrow().sentBytes();
    load.phase("sending");
    view.add(newcomer.member(), leader);
    awaitLeft(newcomer, sizeBytes * 4 / 5);
    spoil(newcomer);
    long spoiltBytes = sent() - sentBefore;
    awaitLeft(newcomer, sizeBytes * 3 / 5);
    newcomer.kill();
    newcomer.startAgain();
    awaitLeft(newcomer, sizeBytes * 2 / 5);
    newcomer.server().pause();
    look(PAUSE_LOOKS);
    newcomer.server().resume();
    awaitLeft(newcomer, sizeBytes / 5);
    newcomer.kill();
    newcomer.startAgain();
    awaitLeader(
        "all is sent",
        it -> GroupView.distance(it, newcomer.member()).map(LargeState::isSent).orElse(false));
    load.phase("installing");
    long sent = sent() - sentBefore;
    say("sent: %d MiB for %d in %s", sent >> 20, sizeBytes >> 20, since(begin));
    check(
        "a transfer that breaks goes on, thrice",
        sent <= sizeBytes + spoiltBytes + 4 * BREAK_BYTES,
        "%s MiB more than it has, %s of them for the spoilt part"
            .formatted((sent - sizeBytes) >> 20, spoiltBytes >> 20));
    begin = System.nanoTime();
    view.await(
        "it is restored",
        newcomer.member(),
        it -> it.progress().appliedIndex() >= leader.snapshot().orElseThrow().index());
    say("installed within %s", since(begin));
    long target = view.awaitLeader().progress().commitIndex();
    view.await("it keeps up", newcomer.member(), it -> it.progress().appliedIndex() >= target);
  }

  /** The control: a byte of what has arrived is another one, and that is found out. */
  private void spoil(MeasuredServer newcomer) throws IOException, InterruptedException {
    newcomer.kill();
    Path part = newcomer.server().directory().resolve("snapshot-arriving");
    try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
      long place = file.length() / 2;
      file.seek(place);
      int old = file.read();
      file.seek(place);
      file.write(old ^ 1);
    }
    newcomer.startAgain();
    view.await(
        "something arrives",
        newcomer.member(),
        it -> it.snapshot().orElseThrow().receivedBytes() > 0);
    Path log = directory.resolve("newcomer.log");
    // Throws if another leads: what had arrived is of no use to that one in any case.
    long unused = sent();
    check(
        "control: a changed byte of what has arrived is noticed",
        Files.readString(log, StandardCharsets.UTF_8).contains("is of no use"),
        "by the server itself");
  }

  private static boolean isSent(FollowerStatus follower) {
    return follower.snapshotBytesLeft().isEmpty() || follower.snapshotBytesLeft().getAsLong() == 0;
  }

  private long sent() throws IOException {
    return awaitLeader("it leads", it -> true).snapshot().orElseThrow().sentBytes();
  }

  private void awaitLeft(MeasuredServer newcomer, long bytes) throws IOException {
    awaitLeader(
        "there are %s bytes left to be sent".formatted(bytes),
        it ->
            GroupView.distance(it, newcomer.member())
                    .flatMap(far -> far.snapshotBytesLeft().stream().boxed().findFirst())
                    .orElse(Long.MAX_VALUE)
                <= bytes);
  }

  /** How long a follower with such a state takes to come back. */
  private void restart(StatusResponse leader) throws IOException, InterruptedException {
    for (MeasuredServer server : servers) {
      if (!server.member().equals(leader.self().member().id().toString())) {
        server.stop();
        long nanos = server.startAgain();
        say(
            "%s serves %.1f s after its process was started (%s)",
            server.server().name(), nanos / 1e9, server.work());
        return;
      }
    }
  }

  private void endAndJudge(MeasuredServer server) throws IOException, InterruptedException {
    server.stop();
    say("%s", server.memory());
    check(
        server.server().name() + " lives to its end",
        !Files.readString(directory.resolve(server.server().name() + ".log"))
            .contains("OutOfMemory"),
        "it ended in order, without OutOfMemoryError");
  }

  private void compare(StatusResponse leader, MeasuredServer newcomer)
      throws IOException, InterruptedException {
    long last = view.awaitLeader().progress().lastIndex();
    for (MeasuredServer server : servers) {
      view.await("it has it all", server.member(), it -> it.progress().appliedIndex() >= last);
    }
    Path leading = newcomer.server().directory();
    for (MeasuredServer server : servers) {
      endAndJudge(server);
      if (server.member().equals(leader.self().member().id().toString())) {
        leading = server.server().directory();
      }
    }
    JournalDigest wanted = JournalDigest.of(leading);
    check(
        "the newcomer has the leader's state",
        !leading.equals(newcomer.server().directory())
            && JournalDigest.of(newcomer.server().directory()).equals(wanted),
        wanted.toString());
    check(
        "control: one changed byte is another state",
        !JournalDigest.ofSpoilt(newcomer.server().directory(), wanted.lines() / 2).equals(wanted),
        "in line " + wanted.lines() / 2);
  }

  /** The control: who takes the whole snapshot into the heap does not live. */
  private void greedy(long bytes) throws IOException, InterruptedException {
    if (bytes < MIN_GREEDY_BYTES) {
      say("a state this small fits into a heap: the control that must run out of it is left out");
      return;
    }
    for (MeasuredServer server : servers.subList(0, FOUNDERS)) {
      server.startAgain();
    }
    StatusResponse leader = view.awaitLeader();
    MeasuredServer greedy = start("greedy", ServerProgram.JOINS, SnapshotServer.GREEDY);
    view.add(greedy.member(), leader);
    boolean isEnded = greedy.server().awaitEnd(GREEDY_END);
    int code = greedy.server().exitCode().orElse(0);
    check(
        "control: a server that reads a whole snapshot runs out of heap",
        isEnded && code == MeasuredServer.OUT_OF_HEAP,
        isEnded ? "it ended with code " + code : "it lives");
    for (MeasuredServer server : servers.subList(0, FOUNDERS)) {
      server.stop();
    }
  }

  /** Lets time pass: each look takes a second. */
  private void look(int times) {
    for (int i = 0; i < times; i++) {
      var unused = view.leader();
    }
  }

  private void check(String what, boolean isGood, String details) {
    command.check(what, isGood, details);
  }

  private static void say(String text, Object... values) {
    System.out.printf(Locale.ROOT, text + "%n", values);
    System.out.flush();
  }

  private static String since(long beginNanos) {
    return String.format(Locale.ROOT, "%.0f s", (System.nanoTime() - beginNanos) / 1e9);
  }
}
