package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.InspectedFile.Kind;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.Patience;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.Turnover;
import dev.flotilla.systemtests.Writers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * One group of servers, each with a file system of its own, that is written to while the power
 * fails, again and again.
 *
 * <p><b>Thread.</b> One, which blocks for seconds a cut.
 */
final class PowerCuts implements AutoCloseable {
  private static final int CLIENTS = 8;
  private static final int ENOUGH_COMMANDS = 200;

  /** So few that no file has to be made meanwhile. */
  private static final int FEW_COMMANDS = 20;

  private static final int MAX_LOAD_MILLIS = 1_500;
  private static final int MAX_SNAPSHOT_MILLIS = 15;
  private static final int MIN_START_MILLIS = 300;
  private static final int MAX_START_MILLIS = 2_000;
  private static final int MAX_ARRIVAL_MILLIS = 1_000;
  private static final int MAX_INSTALLATION_MILLIS = 500;

  /** When the power fails. */
  enum Moment {
    /** After up to a second and a half of writing, at a random instant. */
    UNDER_LOAD("under load"),
    /** Within some milliseconds of the beginning of a snapshot. */
    IN_A_SNAPSHOT("while a snapshot is taken"),
    /** While who is hit starts after SIGKILL, somewhere from the JVM's start to serving again. */
    IN_A_START("while starting"),
    /**
     * Within a second of the first that arrives of a snapshot at who is hit, which had stayed away
     * so long that it is sent one.
     */
    IN_AN_ARRIVAL("while a snapshot arrives"),
    /** Within half a second, mostly soon, after all of such a snapshot has arrived. */
    IN_AN_INSTALLATION("while a snapshot is installed");

    private final String text;

    Moment(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private final List<MountedDisk> disks;
  private final RandomGenerator random;
  private final ServerGroup group;
  private final Ledger ledger = new Ledger();
  private final Journals journals = new Journals(ledger);
  private final Writers writers = new Writers(0);
  private final ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK);
  private final List<GroupClient> clients = new ArrayList<>();
  private final List<Long> pausesMillis = new ArrayList<>();
  private long lastIndexBeforeAbsence;
  private int keptPromises;
  private int keptTerms;

  /**
   * A group without servers.
   *
   * @param directory for what servers note, on a disk that is not cut
   * @param disks empty file systems, one a server
   */
  PowerCuts(
      ChildProcesses processes, Path directory, List<MountedDisk> disks, RandomGenerator random)
      throws IOException {
    this.disks = disks;
    this.random = random;
    this.group = new ServerGroup(processes, directory, "cuts-" + UUID.randomUUID());
  }

  /** Founds the group, and begins to write. */
  void begin() throws IOException, InterruptedException {
    String origin = Integer.toString(disks.size());
    for (int i = 0; i < disks.size(); i++) {
      Path data = disks.get(i).mount().resolve("data");
      var unused =
          group.start("server-" + (i + 1), origin, data, BusyServer.java(JournalServer.class));
    }
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      GroupClient connection = DpwsGroupClient.connect(ClientSettings.of(group.name()), runtime);
      clients.add(connection);
      writers.start(number -> write(connection, Texts.of(client, number)));
    }
    group.awaitLeader();
  }

  private CompletionStage<Writers.End> write(GroupClient client, String whole) {
    String text = Texts.brief(whole);
    ledger.sends(text);
    return client
        .submit("put", Bytes.utf8(whole))
        .thenApply(end -> note(text, end))
        .exceptionally(
            failure -> {
              ledger.contradicts("a command ended with " + failure);
              return Writers.End.UNKNOWN;
            });
  }

  private Writers.End note(String text, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed executed
        && executed.answer().value().isPresent()) {
      ledger.hears(text, executed.answer().text());
      return Writers.End.ACKNOWLEDGED;
    }
    // Or executed so long ago that nobody knows its index any more.
    return outcome instanceof CommandOutcome.Refused ? Writers.End.REFUSED : Writers.End.UNKNOWN;
  }

  private MountedDisk diskOf(ServerUnderTest server) {
    return disks.get(group.servers().indexOf(server));
  }

  private static Promise promiseOf(ServerUnderTest server)
      throws IOException, InterruptedException {
    return Promise.parse(server.answer(Promise.QUESTION));
  }

  private static List<Promise> promisesOf(List<ServerUnderTest> servers)
      throws IOException, InterruptedException {
    List<Promise> promises = new ArrayList<>();
    ServerGroup.each(servers, server -> promises.add(promiseOf(server)));
    return promises;
  }

  /** What is on its disk; it must not run. */
  private static Inspection inspect(ServerUnderTest server) {
    return Inspection.of(new ReadOnlyDisk(server.directory()));
  }

  /** Cuts the power of one server, whichever. */
  String cutOne(Moment moment) throws IOException, InterruptedException {
    ServerUnderTest victim = anyOf(group.servers());
    return cut(victim, moment) + serveAgain(List.of(victim));
  }

  /** Cuts the power of one server; it stays away until only a snapshot brings it back. */
  String cutOneAndKeepItAway(Moment moment) throws IOException, InterruptedException {
    ServerUnderTest victim = anyOf(group.servers());
    String cut = cut(victim, moment);
    BusyServer.awaitDropped(inspect(victim).lastIndex(), group.without(victim));
    return cut + ", stayed away" + serveAgain(List.of(victim));
  }

  private ServerUnderTest anyOf(List<ServerUnderTest> servers) {
    return servers.get(random.nextInt(servers.size()));
  }

  private String cut(ServerUnderTest victim, Moment moment)
      throws IOException, InterruptedException {
    String role = victim.role();
    List<Promise> promises = cut(List.of(victim), moment);
    Inspection log = inspect(List.of(victim), promises).get(0);
    boolean isByASnapshot = moment == Moment.IN_AN_ARRIVAL || moment == Moment.IN_AN_INSTALLATION;
    String found = isByASnapshot ? ": " + installation(log) : "";
    return victim.name() + ", " + role + ", " + moment + found;
  }

  /** How far it had come, by what is on the disk. */
  private String installation(Inspection log) {
    if (log.files().stream().anyMatch(it -> it.name().equals(BusyServer.SNAPSHOT_ARRIVING))) {
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
    List<Promise> promises = cut(group.servers(), moment);
    List<String> lost = lostOn(inspect(group.servers(), promises));
    if (!lost.isEmpty()) {
      throw new IOException("acknowledged, and on no majority of disks: " + lost);
    }
    return "all, " + moment + serveAgain(group.servers());
  }

  /**
   * The file system of the leader, or of a follower, becomes read-only: its server must stop, and
   * the others go on.
   */
  String becomeReadOnly(boolean isLeader) throws IOException, InterruptedException {
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    ServerUnderTest leader = group.awaitLeader();
    ServerUnderTest victim = isLeader ? leader : anyOf(group.without(leader));
    Patience.pass(random.nextInt(MAX_LOAD_MILLIS));
    String role = victim.role();
    List<Promise> promises = List.of(promiseOf(victim));
    long began = System.nanoTime();
    diskOf(victim).becomeReadOnly();
    Patience.KEEN.await(
        victim.name() + " serves on from a read-only file system", victim::hasStopped);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    victim.killIfAlive();
    diskOf(victim).comeBack();
    inspect(List.of(victim), promises);
    return "%s, %s, stopped after %s ms".formatted(victim.name(), role, millis)
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
    ServerUnderTest leader = group.awaitLeader();
    ServerUnderTest victim = anyOf(group.without(leader));
    List<ServerUnderTest> others = new ArrayList<>(group.without(leader));
    others.remove(victim);
    diskOf(victim).becomeReadOnly();
    others.get(0).pause();
    try {
      writers.awaitAcknowledged(FEW_COMMANDS);
      if (!victim.isServing()) {
        return List.of();
      }
    } finally {
      others.get(0).resume();
    }
    Promise promise = promiseOf(victim);
    victim.kill();
    diskOf(victim).comeBack();
    return promise.brokenBy(inspect(victim), ledger);
  }

  /**
   * The control, for servers whose forces do nothing: everything is forced for them, and then they
   * write on.
   *
   * @return how many acknowledged commands are lost
   */
  int cutAllAfterForcing() throws IOException, InterruptedException {
    forceAll();
    cut(group.servers(), Moment.UNDER_LOAD);
    return lostOn(group.servers().stream().map(PowerCuts::inspect).toList()).size();
  }

  /**
   * The same with one of them, for which the others would make up.
   *
   * @return what its disk lacks of what it had promised
   */
  List<String> brokenByCutAfterForcing() throws IOException, InterruptedException {
    forceAll();
    ServerUnderTest victim = anyOf(group.servers());
    List<Promise> promises = cut(List.of(victim), Moment.UNDER_LOAD);
    return promises.get(0).brokenBy(inspect(victim), ledger);
  }

  private void forceAll() throws IOException, InterruptedException {
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    for (MountedDisk disk : disks) {
      disk.force();
    }
  }

  /** Ends everything in order, and compares the whole journals with each other and the ledger. */
  String end() throws IOException, InterruptedException {
    writers.stop();
    journals.verify(group.servers());
    ServerGroup.each(group.servers(), ServerUnderTest::finish);
    ServerGroup.requireNothingSetAside(group.servers());
    int commands = journals.verifyFiles(group.servers());
    Collections.sort(pausesMillis);
    return "%s commands in each journal; %s acknowledged, %s refused, %s unknown; %s disks held what was promised, %s of them a term; served again after %s to %s ms, median %s"
        .formatted(
            commands,
            ledger.acknowledgedCount(),
            writers.count(Writers.End.REFUSED),
            writers.count(Writers.End.UNKNOWN),
            keptPromises,
            keptTerms,
            pausesMillis.get(0),
            pausesMillis.get(pausesMillis.size() - 1),
            pausesMillis.get(pausesMillis.size() / 2));
  }

  /** What happened to the logs of all servers meanwhile. */
  Turnover turnover() throws IOException {
    return BusyServer.turnover(group);
  }

  /** Returns what each victim had promised. */
  private List<Promise> cut(List<ServerUnderTest> victims, Moment moment)
      throws IOException, InterruptedException {
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    List<Promise> promises = await(moment, victims);
    MountedDisk.cut(victims.stream().map(this::diskOf).toList());
    ServerGroup.each(victims, ServerUnderTest::killIfAlive);
    ServerGroup.each(victims, victim -> diskOf(victim).comeBack());
    return promises;
  }

  /** Returns what each victim has promised, asked as late as the moment allows. */
  private List<Promise> await(Moment moment, List<ServerUnderTest> victims)
      throws IOException, InterruptedException {
    if (moment == Moment.UNDER_LOAD) {
      Patience.pass(random.nextInt(MAX_LOAD_MILLIS));
    }
    List<Promise> promises = promisesOf(victims);
    ServerUnderTest first = victims.get(0);
    switch (moment) {
      case UNDER_LOAD -> {}
      case IN_A_SNAPSHOT -> {
        BusyServer.awaitBegin(first, BusyServer.SNAPSHOT_TAKING);
        Patience.pass(random.nextInt(MAX_SNAPSHOT_MILLIS));
      }
      case IN_A_START -> {
        ServerGroup.each(victims, ServerUnderTest::kill);
        ServerGroup.each(victims, ServerUnderTest::startAgain);
        Patience.pass(random.nextInt(MIN_START_MILLIS, MAX_START_MILLIS));
      }
      case IN_AN_ARRIVAL, IN_AN_INSTALLATION -> {
        awaitArrivalAt(first);
        if (moment == Moment.IN_AN_ARRIVAL) {
          Patience.pass(random.nextInt(MAX_ARRIVAL_MILLIS));
        } else {
          BusyServer.awaitEnd(first, BusyServer.SNAPSHOT_ARRIVING);
          Patience.pass(random.nextInt(1 + random.nextInt(MAX_INSTALLATION_MILLIS)));
        }
        return List.of(promises.get(0).and(promiseOf(first)));
      }
    }
    return promises;
  }

  /** Kills a server, and starts it when it needs a snapshot, until that begins to arrive. */
  private void awaitArrivalAt(ServerUnderTest victim) throws IOException, InterruptedException {
    victim.kill();
    lastIndexBeforeAbsence = inspect(victim).lastIndex();
    BusyServer.awaitDropped(lastIndexBeforeAbsence, group.without(victim));
    victim.startAgain();
    BusyServer.awaitBegin(victim, BusyServer.SNAPSHOT_ARRIVING);
  }

  /** What is on the disks of those who were hit, each of which must hold what it had promised. */
  private List<Inspection> inspect(List<ServerUnderTest> victims, List<Promise> promises)
      throws IOException {
    List<Inspection> logs = new ArrayList<>();
    for (int i = 0; i < victims.size(); i++) {
      Inspection log = inspect(victims.get(i));
      List<String> broken = promises.get(i).brokenBy(log, ledger);
      if (!broken.isEmpty()) {
        throw new IOException(
            "the disk of %s does not hold what it had promised: %s"
                .formatted(victims.get(i).name(), String.join("; ", broken)));
      }
      logs.add(log);
      keptPromises++;
      keptTerms += promises.get(i).term() > 0 ? 1 : 0;
    }
    return logs;
  }

  private List<String> lostOn(List<Inspection> logs) throws IOException {
    return ledger.lostFrom(logs, journals.verifiedIndex() + 1);
  }

  /** Starts who was cut off, and verifies everybody's journal. */
  private String serveAgain(List<ServerUnderTest> victims)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    ServerGroup.each(victims, ServerUnderTest::startAgain);
    group.awaitLeader();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    pausesMillis.add(millis);
    int verified = journals.verify(group.servers());
    writers.awaitAcknowledged(ENOUGH_COMMANDS);
    return ": serves again after %s ms, %s acknowledged commands are on every server"
        .formatted(millis, verified);
  }

  @Override
  public void close() {
    writers.leave();
    clients.forEach(GroupClient::close);
    runtime.close();
    journals.close();
  }
}
