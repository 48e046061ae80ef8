package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.storage.log.InspectedFile.Kind;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.systemtests.Absence;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.SetAside;
import dev.flotilla.systemtests.SnapshotFile;
import dev.flotilla.systemtests.Turnover;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * One group that is written to while the power fails, again and again.
 *
 * <p><b>Thread.</b> One, which blocks for seconds a cut.
 */
final class PowerCuts implements AutoCloseable {
  private static final int ENOUGH_COMMANDS = 200;

  /** So few that no file has to be made meanwhile. */
  private static final int FEW_COMMANDS = 20;

  private static final int MAX_LOAD_MILLIS = 1_500;
  private static final int MAX_SNAPSHOT_MILLIS = 15;
  private static final int MIN_START_MILLIS = 300;
  private static final int MAX_START_MILLIS = 2_000;
  private static final int MAX_ARRIVAL_MILLIS = 1_000;
  private static final int MAX_INSTALLATION_MILLIS = 500;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final RandomGenerator random;
  private final Ledger ledger = new Ledger();
  private final List<CutServer> servers = new ArrayList<>();
  private final Writers writers;
  private final ServersJournals journals;
  private final List<Long> pausesMillis = new ArrayList<>();
  private long lastIndexBeforeAbsence;
  private int keptPromises;
  private int keptTerms;

  private PowerCuts(
      String group,
      ChildProcesses processes,
      Path directory,
      List<MountedDisk> disks,
      RandomGenerator random)
      throws IOException {
    this.random = random;
    List<String> named = List.of(group, Integer.toString(disks.size()));
    for (MountedDisk disk : disks) {
      String name = "server-" + (servers.size() + 1);
      Path events = directory.resolve(name + ".events").toAbsolutePath();
      servers.add(CutServer.start(processes, name, named, disk, events));
    }
    this.journals = new ServersJournals(ledger);
    this.writers = Writers.start(group, ledger);
  }

  /**
   * Founds a group on empty file systems, and begins to write.
   *
   * @param directory for what servers note
   */
  static PowerCuts begin(
      ChildProcesses processes, Path directory, List<MountedDisk> disks, RandomGenerator random)
      throws IOException, InterruptedException {
    PowerCuts begun =
        new PowerCuts("cuts-" + UUID.randomUUID(), processes, directory, disks, random);
    try {
      begun.awaitServing();
      return begun;
    } catch (IOException e) {
      begun.close();
      throw e;
    }
  }

  /** Cuts the power of one server, whichever. */
  String cutOne(Moment moment) throws IOException, InterruptedException {
    CutServer victim = anyone();
    return cut(victim, moment) + serveAgain(List.of(victim));
  }

  /** Likewise; it stays away until only a snapshot brings it back. */
  String cutOneAndKeepItAway(Moment moment) throws IOException, InterruptedException {
    CutServer victim = anyone();
    String cut = cut(victim, moment);
    Absence.awaitDropped(victim.inspect().lastIndex(), others(victim));
    return cut + ", stayed away" + serveAgain(List.of(victim));
  }

  private CutServer anyone() {
    return servers.get(random.nextInt(servers.size()));
  }

  private List<ServerUnderTest> others(CutServer server) {
    return servers.stream()
        .filter(each -> each.process() != server.process())
        .map(CutServer::process)
        .toList();
  }

  private String cut(CutServer victim, Moment moment) throws IOException, InterruptedException {
    String role = victim.process().role();
    List<Promise> promises = cut(List.of(victim), moment);
    Inspection log = inspect(List.of(victim), promises).get(0);
    boolean isByASnapshot = moment == Moment.IN_AN_ARRIVAL || moment == Moment.IN_AN_INSTALLATION;
    String found = isByASnapshot ? ": " + installation(log) : "";
    return victim.process().name() + ", " + role + ", " + moment + found;
  }

  /** How far it had come, by what is on the disk. */
  private String installation(Inspection log) {
    if (log.files().stream().anyMatch(it -> it.name().equals(SnapshotFile.ARRIVING.fileName()))) {
      return "it was arriving";
    }
    if (log.files().stream()
        .anyMatch(it -> it.kind() == Kind.SNAPSHOT && it.lastIndex() > log.lastIndex())) {
      return "it was there, the log had not begun after it";
    }
    return log.firstIndex() > lastIndexBeforeAbsence + 1
        ? "the log had begun after it"
        : "nothing of it was there";
  }

  /** Cuts the power of all at once, and looks at their disks before they start. */
  String cutAll(Moment moment) throws IOException, InterruptedException {
    List<Promise> promises = cut(servers, moment);
    List<String> lost = lostOn(inspect(servers, promises));
    if (!lost.isEmpty()) {
      throw new IOException("acknowledged, and on no majority of disks: " + lost);
    }
    return "all, " + moment + serveAgain(servers);
  }

  /**
   * The file system of the leader, or of a follower, becomes read-only: its server must stop, and
   * the others go on.
   */
  String becomeReadOnly(boolean isLeader) throws IOException, InterruptedException {
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    CutServer victim = any(isLeader);
    pass(random.nextInt(MAX_LOAD_MILLIS));
    String role = victim.process().role();
    List<Promise> promises = promisesOf(List.of(victim));
    long began = System.nanoTime();
    victim.disk().becomeReadOnly();
    awaitStop(victim);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    victim.process().killIfAlive();
    victim.disk().comeBack();
    inspect(List.of(victim), promises);
    return "%s, %s, stopped after %s ms".formatted(victim.process().name(), role, millis)
        + serveAgain(List.of(victim));
  }

  /**
   * The control, for a server from which failed writes are hidden: it must be seen to go on. The
   * other follower is paused, so that nothing is acknowledged without the one.
   *
   * @return what its disk lacks of what it has promised; nothing if it did not go on
   */
  List<String> brokenWhenReadOnly() throws IOException, InterruptedException {
    forceAll();
    CutServer victim = any(false);
    ServerUnderTest leader =
        ServerGroup.awaitLeader(servers.stream().map(CutServer::process).toList());
    ServerUnderTest other =
        servers.stream()
            .map(CutServer::process)
            .filter(each -> each != leader && each != victim.process())
            .findFirst()
            .orElseThrow();
    victim.disk().becomeReadOnly();
    other.pause();
    try {
      writers.awaitAcknowledged(FEW_COMMANDS);
      if (!ServerGroup.isServing(victim.process().role())) {
        return List.of();
      }
    } finally {
      other.resume();
    }
    Promise promise = victim.promise();
    victim.process().kill();
    victim.disk().comeBack();
    return promise.brokenBy(victim.inspect(), ledger);
  }

  private CutServer any(boolean isLeader) throws IOException, InterruptedException {
    ServerUnderTest leader =
        ServerGroup.awaitLeader(servers.stream().map(CutServer::process).toList());
    List<CutServer> those =
        servers.stream().filter(each -> (each.process() == leader) == isLeader).toList();
    return those.get(random.nextInt(those.size()));
  }

  private static void awaitStop(CutServer server) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!ServerGroup.hasStopped(server.process())) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(server.process().name() + " serves on from a read-only file system");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * The control, for servers whose forces do nothing: everything is forced for them, and then they
   * write on.
   *
   * @return how many acknowledged commands are lost
   */
  int cutAllAfterForcing() throws IOException, InterruptedException {
    forceAll();
    cut(servers, Moment.UNDER_LOAD);
    return lostOn(servers.stream().map(CutServer::inspect).toList()).size();
  }

  /**
   * The same with one of them, for which the others would make up.
   *
   * @return what its disk lacks of what it had promised
   */
  List<String> brokenByCutAfterForcing() throws IOException, InterruptedException {
    forceAll();
    CutServer victim = anyone();
    List<Promise> promises = cut(List.of(victim), Moment.UNDER_LOAD);
    return promises.get(0).brokenBy(victim.inspect(), ledger);
  }

  private void forceAll() throws IOException, InterruptedException {
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    for (CutServer server : servers) {
      server.disk().force();
    }
  }

  /** Ends everything in order, and compares the whole journals with each other and the ledger. */
  String end() throws IOException, InterruptedException {
    writers.stop();
    journals.verify(servers);
    for (CutServer server : servers) {
      server.process().finish();
    }
    List<Path> directories = servers.stream().map(CutServer::directory).toList();
    SetAside.requireNone(directories);
    int commands = journals.verifyFiles(directories);
    Collections.sort(pausesMillis);
    return "%s commands in each journal; %s acknowledged, %s refused, %s unknown; %s disks held what was promised, %s of them a term; served again after %s to %s ms, median %s"
        .formatted(
            commands,
            ledger.acknowledgedCount(),
            writers.refusedCount(),
            writers.unknownCount(),
            keptPromises,
            keptTerms,
            pausesMillis.get(0),
            pausesMillis.get(pausesMillis.size() - 1),
            pausesMillis.get(pausesMillis.size() / 2));
  }

  /** What happened to the logs of all servers meanwhile. */
  Turnover turnover() throws IOException {
    return Turnover.read(servers.stream().map(CutServer::events).toList());
  }

  /** Returns what each victim had promised. */
  private List<Promise> cut(List<CutServer> victims, Moment moment)
      throws IOException, InterruptedException {
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    List<Promise> promises = await(moment, victims);
    MountedDisk.cut(victims.stream().map(CutServer::disk).toList());
    for (CutServer victim : victims) {
      victim.process().killIfAlive();
    }
    for (CutServer victim : victims) {
      victim.disk().comeBack();
    }
    return promises;
  }

  /** Returns what each victim has promised, asked as late as the moment allows. */
  private List<Promise> await(Moment moment, List<CutServer> victims)
      throws IOException, InterruptedException {
    if (moment == Moment.UNDER_LOAD) {
      pass(random.nextInt(MAX_LOAD_MILLIS));
    }
    List<Promise> promises = promisesOf(victims);
    switch (moment) {
      case UNDER_LOAD -> {}
      case IN_A_SNAPSHOT -> {
        SnapshotFile.TAKING.await(victims.get(0).directory());
        pass(random.nextInt(MAX_SNAPSHOT_MILLIS));
      }
      case IN_A_START -> {
        for (CutServer victim : victims) {
          victim.process().kill();
        }
        for (CutServer victim : victims) {
          victim.process().startAgain();
        }
        pass(random.nextInt(MIN_START_MILLIS, MAX_START_MILLIS));
      }
      case IN_AN_ARRIVAL, IN_AN_INSTALLATION -> {
        CutServer victim = victims.get(0);
        awaitArrivalAt(victim);
        if (moment == Moment.IN_AN_ARRIVAL) {
          pass(random.nextInt(MAX_ARRIVAL_MILLIS));
        } else {
          SnapshotFile.ARRIVING.awaitEnd(victim.directory());
          pass(random.nextInt(1 + random.nextInt(MAX_INSTALLATION_MILLIS)));
        }
        return List.of(promises.get(0).and(victim.promise()));
      }
    }
    return promises;
  }

  /** Kills a server, and starts it when it needs a snapshot, until that begins to arrive. */
  private void awaitArrivalAt(CutServer victim) throws IOException, InterruptedException {
    victim.process().kill();
    lastIndexBeforeAbsence = victim.inspect().lastIndex();
    Absence.awaitDropped(lastIndexBeforeAbsence, others(victim));
    victim.process().startAgain();
    SnapshotFile.ARRIVING.await(victim.directory());
  }

  private static List<Promise> promisesOf(List<CutServer> victims)
      throws IOException, InterruptedException {
    List<Promise> promises = new ArrayList<>();
    for (CutServer victim : victims) {
      promises.add(victim.promise());
    }
    return promises;
  }

  /** What is on the disks of those who were hit, each of which must hold what it had promised. */
  private List<Inspection> inspect(List<CutServer> victims, List<Promise> promises)
      throws IOException {
    List<Inspection> logs = new ArrayList<>();
    for (int i = 0; i < victims.size(); i++) {
      logs.add(victims.get(i).inspect(promises.get(i), ledger));
      keptPromises++;
      keptTerms += promises.get(i).term() > 0 ? 1 : 0;
    }
    return logs;
  }

  private List<String> lostOn(List<Inspection> logs) throws IOException {
    return ledger.lostFrom(logs, journals.verifiedIndex() + 1);
  }

  /** Starts who was cut off, and verifies everybody's journal. */
  private String serveAgain(List<CutServer> victims) throws IOException, InterruptedException {
    long began = System.nanoTime();
    for (CutServer victim : victims) {
      victim.process().startAgain();
    }
    awaitServing();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    pausesMillis.add(millis);
    int verified = journals.verify(servers);
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    return ": serves again after %s ms, %s acknowledged commands are on every server"
        .formatted(millis, verified);
  }

  private void awaitServing() throws IOException, InterruptedException {
    ServerGroup.awaitLeader(servers.stream().map(CutServer::process).toList());
  }

  private static void pass(int millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(deadline - System.nanoTime());
    }
  }

  @Override
  public void close() {
    writers.close();
    journals.close();
  }
}
