package dev.flotilla.systemtests;

import dev.flotilla.bdb.BdbSettings;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.OnDamage;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A server as {@code ./flotilla server} runs it, but with snapshots and checkpoints many times as
 * often, and few entries behind them, so that faults meet them, and segments that are dropped, and
 * snapshots that are installed; and without a way back from damage, which would hide it. Any
 * thread.
 */
public final class BusyServer {
  /** Of its database. */
  public static final BdbSettings DATABASE = BdbSettings.DEFAULT.withCheckpointEvery(300, 1 << 20);

  /** The file of a snapshot of the server's own state while it is taken. */
  public static final String SNAPSHOT_TAKING = "snapshot-taking";

  /** The file of a snapshot from the leader until it is whole, or given up. */
  public static final String SNAPSHOT_ARRIVING = "snapshot-arriving";

  private static final String EVENTS = ".events";
  private static final int KEPT_ENTRIES = 500;

  /** Not so often that a newer one, and a log that is dropped, outruns one that is being sent. */
  private static final SnapshotOptions SNAPSHOTS = new SnapshotOptions(2_000, Long.MAX_VALUE / 8);

  private static final RaftOptions OPTIONS =
      RaftOptions.DEFAULT.withSnapshots(CompactionOptions.DEFAULT.maxChunkBytes(), KEPT_ENTRIES);

  private BusyServer() {}

  /** The program of such a server, on a JVM as on a small device. */
  public static JavaProgram java(Class<?> program) {
    return ServerProgram.java(
        program, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Dflotilla.log.level=WARN");
  }

  /**
   * Runs it until the input ends; prints a later failure on the standard error stream. It answers
   * {@code address}, {@code member}, {@code clocks} as {@link ServerProgram#serve} does, {@code
   * snapshot} with the last entry of its newest snapshot, 0 if there is none, and its role to all
   * else.
   *
   * @param batches what the machine is to apply of each batch
   * @param own answers, if it has one, before all these
   * @throws IOException if it cannot be started
   */
  public static void serve(
      ServerProgram program,
      RestorableStateMachine machine,
      UnaryOperator<List<CommittedCommand>> batches,
      BiFunction<RaftDevice, String, Optional<String>> own)
      throws IOException {
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(program.data())
            .group(program.group())
            .expect(Integer.parseInt(program.origin()))
            .options(OPTIONS)
            .snapshots(SNAPSHOTS)
            .onDamage(OnDamage.REFUSE)
            .build();
    LogWatch watched =
        new LogWatch(machine, program.data(), program.note(EVENTS), batches, System::nanoTime);
    try (RaftDevice device = RaftDevice.start(settings, watched)) {
      device.failed().thenAccept(cause -> System.err.println("the server has failed: " + cause));
      ServerProgram.answer(
          question -> own.apply(device, question).orElseGet(() -> answer(device, question)));
    }
  }

  private static String answer(RaftDevice device, String question) {
    return switch (question) {
      case "address" -> device.address().toString();
      case "member" -> device.member().toString();
      case "clocks" -> ServerProgram.clocks();
      case "snapshot" ->
          Long.toString(device.status().snapshot().map(SnapshotStatus::index).orElse(0L));
      default -> device.status().role();
    };
  }

  /** Waits until a snapshot is under way, to a fraction of a millisecond. */
  public static void awaitBegin(ServerUnderTest server, String snapshot)
      throws IOException, InterruptedException {
    Path file = server.directory().resolve(snapshot);
    Patience.KEEN.await("no " + file, () -> Files.exists(file));
  }

  /** Waits until a snapshot is under way no more, to a fraction of a millisecond. */
  public static void awaitEnd(ServerUnderTest server, String snapshot)
      throws IOException, InterruptedException {
    Path file = server.directory().resolve(snapshot);
    Patience.KEEN.await("no end of " + file, () -> !Files.exists(file));
  }

  /** What happened to the logs of such servers. */
  public static Turnover turnover(ServerGroup servers) throws IOException {
    return Turnover.read(servers.notes(EVENTS));
  }

  /**
   * Waits until others have dropped entries that an absent one lacks, so that only a snapshot
   * brings it back; blocks for five minutes a server, and as long for them to serve.
   *
   * @param lastIndex where the log of the absent one ends
   * @param others the servers that write on
   * @throws IOException if that does not come
   */
  public static void awaitDropped(long lastIndex, List<ServerUnderTest> others)
      throws IOException, InterruptedException {
    ServerGroup.awaitLeader(others);
    // One that has started since an older snapshot has all of its log that is left on the disk.
    List<Long> before = new ArrayList<>();
    for (ServerUnderTest other : others) {
      before.add(snapshotOf(other));
    }
    for (int i = 0; i < others.size(); i++) {
      ServerUnderTest other = others.get(i);
      long wanted = Math.max(before.get(i), lastIndex + KEPT_ENTRIES);
      Patience.USUAL.await(
          other.name() + " takes no snapshot after " + wanted, () -> snapshotOf(other) > wanted);
    }
  }

  private static long snapshotOf(ServerUnderTest server) throws IOException, InterruptedException {
    return Long.parseLong(server.answer("snapshot"));
  }
}
