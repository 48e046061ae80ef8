package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Three servers of a founded group, from where they are attacked. One thread, which blocks; cases
 * may use {@link #http} from threads of theirs.
 */
final class Arena implements AutoCloseable {
  static final String GROUP = "edge";
  private static final int ATTACK_TIMEOUT_MILLIS = 10_000;
  private static final long START_MILLIS = 120_000;
  private static final long LOOK_MILLIS = 100;

  private final HostileServer.Start start;
  private final RawHttp good;
  private final RawHttp attacker;
  private final List<HostileServer> servers;
  private final Map<Integer, Target> moved = new ConcurrentHashMap<>();

  private Arena(HostileServer.Start start, List<HostileServer> servers) throws IOException {
    this.start = start;
    this.servers = servers;
    this.good =
        new RawHttp(InetAddress.getByName(start.hosts().goodClient()), ATTACK_TIMEOUT_MILLIS);
    this.attacker =
        new RawHttp(InetAddress.getByName(start.hosts().attacker()), ATTACK_TIMEOUT_MILLIS);
  }

  /** Starts three founders, and returns when they are one group that executes commands. */
  static Arena open(HostileServer.Start start) throws IOException, InterruptedException {
    start.hosts().restore();
    List<HostileServer> servers = new ArrayList<>();
    for (int host = 1; host <= Network.SERVERS; host++) {
      servers.add(
          start.start(
              host, "server-" + host, List.of("--group", start.hosts().group(), "--expect", "3")));
    }
    Arena arena = new Arena(start, servers);
    try {
      arena.awaitGroup();
      return arena;
    } catch (IOException | InterruptedException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  @Override
  public void close() {
    servers.forEach(server -> server.process().close());
  }

  List<HostileServer> servers() {
    return servers;
  }

  /** Where each server is now. */
  List<Target> targets() {
    return servers.stream().map(this::target).toList();
  }

  /** Where a server is now. */
  Target target(HostileServer server) {
    return moved.getOrDefault(server.host(), server.target());
  }

  /** Gives a server's interface another address, of which good clients know from then on. */
  Target move(HostileServer server) throws IOException, InterruptedException {
    Target to =
        new Target(
            server.host(), Network.address(server.host() + Network.MOVED), server.target().port());
    network().readdress(server.host(), to.address());
    moved.put(server.host(), to);
    return to;
  }

  /** For the cases that change it. */
  Network network() {
    if (start.hosts() instanceof Network network) {
      return network;
    }
    throw new IllegalStateException("this case needs network namespaces");
  }

  HostileServer.Start start() {
    return start;
  }

  /** Of the attacker. */
  RawHttp http() {
    return attacker;
  }

  RawHttp goodHttp() {
    return good;
  }

  View view(Target target) throws IOException {
    return View.of(good, target);
  }

  /**
   * The server that leads.
   *
   * @throws UnexpectedAnswer if none does for some seconds
   */
  HostileServer leader() throws IOException, InterruptedException {
    return find(
        "a server leads",
        ATTACK_TIMEOUT_MILLIS,
        () -> servers.stream().filter(this::isLeading).findFirst());
  }

  private boolean isLeading(HostileServer server) {
    return viewIfAny(target(server)).filter(View::isLeading).isPresent();
  }

  HostileServer follower() throws IOException, InterruptedException {
    HostileServer leader = leader();
    return servers.stream()
        .filter(server -> server.host() != leader.host())
        .findFirst()
        .orElseThrow();
  }

  Optional<View> viewIfAny(Target target) {
    try {
      return Optional.of(View.of(new RawHttp(good.from(), 1_000), target));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Waits for something.
   *
   * @throws UnexpectedAnswer if it does not come in time
   */
  void await(String what, long millis, Condition condition)
      throws IOException, InterruptedException {
    boolean unused =
        find(what, millis, () -> condition.holds() ? Optional.of(true) : Optional.empty());
  }

  private static <T> T find(String what, long millis, Search<T> search)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    Optional<T> found = search.look();
    while (found.isEmpty()) {
      Answers.require(System.nanoTime() - deadline <= 0, "not within " + millis + " ms: " + what);
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      found = search.look();
    }
    return found.get();
  }

  /** Something that may come to be there. */
  private interface Search<T> {
    Optional<T> look() throws IOException, InterruptedException;
  }

  /** Something that may come to hold. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  /** Has a good command executed within some time; why not, if it was not. */
  Optional<String> execute(long millis) throws InterruptedException {
    return new Good(good, this::targets).execute(millis);
  }

  /**
   * Has a good command executed within some time.
   *
   * @throws UnexpectedAnswer if it was not
   */
  void mustExecute(String when, long millis) throws IOException, InterruptedException {
    Optional<String> failure = execute(millis);
    Answers.require(failure.isEmpty(), "not executed " + when + ": " + failure.orElse(""));
  }

  private void awaitGroup() throws IOException, InterruptedException {
    Optional<String> failure = execute(START_MILLIS);
    if (failure.isPresent()) {
      throw new IOException("the servers did not found a group: " + failure.get());
    }
    long commit = view(target(leader())).commitIndex();
    for (Target target : targets()) {
      await(
          target.url() + " follows",
          START_MILLIS,
          () -> viewIfAny(target).filter(view -> view.commitIndex() >= commit).isPresent());
    }
  }
}
