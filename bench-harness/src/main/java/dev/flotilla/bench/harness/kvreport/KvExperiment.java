package dev.flotilla.bench.harness.kvreport;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.store.StoreExperiment;
import java.util.ArrayList;
import java.util.List;

/**
 * One experiment of the report.
 *
 * @param label its name in the results
 * @param kind what happens
 * @param servers the size of the group
 * @param valueBytes bytes of a value
 * @param killed how many servers are killed before the load
 * @param chaos the worst fault of the links during the load
 * @param isQuick whether {@code --quick} measures it
 */
record KvExperiment(
    String label,
    Kind kind,
    int servers,
    int valueBytes,
    int killed,
    LinkFault chaos,
    boolean isQuick)
    implements StoreExperiment {
  static final int SMALL_VALUE_BYTES = 10;

  /** The sizes that the report compares, and the one of all its other tables. */
  static final List<Integer> VALUE_BYTES = List.of(SMALL_VALUE_BYTES, 100, 1_000, 10_000, 100_000);

  static final List<Integer> SERVERS = List.of(5, 9, 15);
  static final List<Integer> RECONNECT_SERVERS = List.of(5, 15);
  static final int KILL_SERVERS = 9;
  static final int MOST_KILLED = 4;

  private static final int FEW_SERVERS = 5;
  private static final int LARGE_VALUE_BYTES = 100_000;
  private static final List<LinkFault> CHAOS =
      List.of(
          new LinkFault(0.1, 0),
          new LinkFault(0.3, 0),
          new LinkFault(0.5, 0),
          new LinkFault(0.75, 0),
          new LinkFault(0.9, 0),
          new LinkFault(0.99, 0),
          new LinkFault(0, 50),
          new LinkFault(0.1, 50));

  /** What happens. */
  enum Kind {
    /** Puts, then gets. */
    LOAD,
    /** The same with servers on other hosts. */
    HOSTS,
    /** Servers are killed, then puts. */
    KILLED,
    /** The leader is cut off from the other servers during puts. */
    RECONNECT,
    /** Every ordered pair of servers loses and delays messages during puts. */
    CHAOS
  }

  /** All experiments, in the order in which they are measured. */
  static List<KvExperiment> all() {
    List<KvExperiment> all = new ArrayList<>();
    SERVERS.forEach(servers -> all.add(load(servers, SMALL_VALUE_BYTES)));
    VALUE_BYTES.stream()
        .filter(bytes -> bytes > SMALL_VALUE_BYTES)
        .forEach(bytes -> all.add(load(FEW_SERVERS, bytes)));
    for (int killed = 0; killed <= MOST_KILLED; killed++) {
      all.add(killed(killed));
    }
    RECONNECT_SERVERS.forEach(servers -> all.add(reconnect(servers)));
    CHAOS.forEach(fault -> all.add(chaos(fault)));
    SERVERS.forEach(servers -> all.add(hosts(servers)));
    return all;
  }

  static KvExperiment load(int servers, int valueBytes) {
    boolean isQuick =
        servers == FEW_SERVERS
            && (valueBytes == SMALL_VALUE_BYTES || valueBytes == LARGE_VALUE_BYTES);
    return new KvExperiment(
        "values-" + valueBytes, Kind.LOAD, servers, valueBytes, 0, LinkFault.NONE, isQuick);
  }

  static KvExperiment hosts(int servers) {
    return new KvExperiment(
        "hosts", Kind.HOSTS, servers, SMALL_VALUE_BYTES, 0, LinkFault.NONE, servers == FEW_SERVERS);
  }

  static KvExperiment killed(int killed) {
    return new KvExperiment(
        "killed-" + killed,
        Kind.KILLED,
        KILL_SERVERS,
        SMALL_VALUE_BYTES,
        killed,
        LinkFault.NONE,
        killed == MOST_KILLED);
  }

  static KvExperiment reconnect(int servers) {
    return new KvExperiment(
        "reconnect",
        Kind.RECONNECT,
        servers,
        SMALL_VALUE_BYTES,
        0,
        LinkFault.NONE,
        servers == FEW_SERVERS);
  }

  private static KvExperiment chaos(LinkFault most) {
    long percent = Math.round(most.dropProbability() * 100);
    return new KvExperiment(
        "chaos-drop-%s-delay-%s".formatted(percent, most.delayMillis()),
        Kind.CHAOS,
        FEW_SERVERS,
        SMALL_VALUE_BYTES,
        0,
        most,
        most.dropProbability() > 0 && most.delayMillis() > 0);
  }

  @Override
  public boolean usesAgents() {
    return kind == Kind.HOSTS;
  }

  @Override
  public Scenario scenario() {
    return Scenario.named(label);
  }
}
