package dev.flotilla;

import com.sun.management.OperatingSystemMXBean;
import dev.flotilla.metrics.Histogram;
import dev.flotilla.metrics.Metric;
import dev.flotilla.metrics.Sample;
import dev.flotilla.metrics.ServerMetrics;
import dev.flotilla.node.ElectionMetrics;
import dev.flotilla.node.NodeMetrics;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.DurationMetrics;
import dev.flotilla.node.loop.QueueMetrics;
import dev.flotilla.node.snapshot.SnapshotMetrics;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.service.RequestMetrics;
import dev.flotilla.raftdpws.service.ServiceMetrics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Collects the numbers of a server. One thread uses it, once. */
final class ServerGauges {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final String UNKNOWN_VERSION = "unknown";

  /** In the order of metrics. */
  private final Map<Metric, List<Sample>> samples = new EnumMap<>(Metric.class);

  private final List<Histogram> histograms = new ArrayList<>();
  private final long nowNanos = System.nanoTime();

  private ServerGauges() {}

  /** What a server's numbers are now; blocks for none of its threads. */
  static ServerMetrics of(RaftDevice device) {
    StatusResponse status = device.status();
    ServiceMetrics service = device.metrics();
    ServerGauges gauges = new ServerGauges();
    gauges.addServer(status);
    service.status().ifPresent(gauges::addRaft);
    service.node().ifPresent(gauges::addNode);
    gauges.addQuorumContact(service);
    gauges.addRequests(service.requests());
    gauges.addHost(status);
    gauges.addProcess();
    boolean isLive = !device.failed().toCompletableFuture().isDone();
    gauges.add(Metric.LIVE, isLive);
    gauges.add(Metric.READY, isLive && OwnHealth.isReady(service));
    List<Sample> all = new ArrayList<>();
    gauges.samples.values().forEach(all::addAll);
    return new ServerMetrics(
        status.name(), status.self().member().id().toString(), all, gauges.histograms);
  }

  private void addServer(StatusResponse status) {
    String version = FlotillaServer.class.getPackage().getImplementationVersion();
    add(
        Metric.INFO,
        1,
        status.group().map(Object::toString).orElse(""),
        version == null ? UNKNOWN_VERSION : version);
    ServerRole current = status.serverRole();
    for (ServerRole role : ServerRole.values()) {
      if (role != ServerRole.UNKNOWN) {
        add(Metric.ROLE, current == role ? 1 : 0, role.word());
      }
    }
    add(Metric.IS_LEADER, current == ServerRole.LEADER);
    add(Metric.HAS_LEADER, status.leader().isPresent());
    add(Metric.CONTRADICTIONS, status.contradictions().refused());
  }

  private void addRaft(NodeStatus node) {
    add(Metric.TERM, node.term());
    add(Metric.LAST_INDEX, node.lastIndex());
    add(Metric.DURABLE_INDEX, node.durableIndex());
    add(Metric.COMMIT_INDEX, node.commitIndex());
    add(Metric.APPLIED_INDEX, node.appliedIndex());
    Configuration members = node.configuration();
    add(Metric.MEMBERS, members.voters().size(), "voter");
    add(Metric.MEMBERS, members.witnesses().size(), "witness");
    add(Metric.MEMBERS, members.learners().size(), "learner");
    TimeoutInForce timeout = node.raft().timeout();
    addSeconds(Metric.ELECTION_TIMEOUT_MIN, timeout.minNanos());
    addSeconds(Metric.ELECTION_TIMEOUT_MAX, timeout.maxNanos());
    addSeconds(Metric.MEASURED_DELAY, timeout.delayNanos());
  }

  private void addNode(NodeMetrics node) {
    ElectionMetrics elections = node.elections();
    add(Metric.ELECTIONS, elections.started());
    add(Metric.ELECTIONS_WON, elections.won());
    add(Metric.LEADER_CHANGES, elections.leaderChanges());
    add(Metric.LOG_WRITES, node.persists());
    add(Metric.LOG_ENTRIES, node.entriesWritten());
    add(Metric.LOG_BYTES, node.bytesWritten());
    add(Metric.FSYNC, node.forces());
    add(Metric.APPLIED_COMMANDS, node.executedCommands());
    add(Metric.APPLIED_BATCHES, node.appliedBatches());
    add(Metric.DUPLICATE_COMMANDS, node.duplicateCommands());
    for (QueueMetrics queue : node.queues()) {
      String name = queue.name();
      add(Metric.QUEUE_DEPTH, queue.depth(), name);
      add(Metric.QUEUE_CAPACITY, queue.capacity(), name);
      add(Metric.QUEUE_TAKEN, queue.taken(), name);
      add(Metric.QUEUE_REFUSED, queue.refused(), name);
    }
    for (FollowerDistance follower : node.followers()) {
      String id = follower.member().id().toString();
      add(Metric.FOLLOWER_LAG, follower.entriesBehind(), id);
      addSeconds(Metric.FOLLOWER_SILENT, Math.max(0, follower.silentNanos()), id);
      add(Metric.FOLLOWER_SNAPSHOT_LEFT, follower.snapshotBytesLeft().orElse(0), id);
    }
    addSnapshots(node.snapshots());
  }

  /** A leader without followers is a majority by itself, and need not do anything for it. */
  private void addQuorumContact(ServiceMetrics service) {
    boolean isAlone =
        service.status().stream()
            .anyMatch(it -> it.isLeading() && it.configuration().isAlone(it.self()));
    service
        .node()
        .map(it -> isAlone ? 0 : Math.max(0, nowNanos - it.quorumContactNanos()))
        .ifPresent(nanos -> addSeconds(Metric.QUORUM_CONTACT, nanos));
  }

  private void addSnapshots(SnapshotMetrics snapshots) {
    add(Metric.SNAPSHOT_INDEX, snapshots.lastIndex());
    if (snapshots.lastIndex() > 0) {
      add(Metric.SNAPSHOT_BYTES, snapshots.sizeBytes());
      addSeconds(Metric.SNAPSHOT_AGE, Math.max(0, snapshots.ageNanos()));
    }
    addSeconds(Metric.SNAPSHOT_DURATION, snapshots.durationNanos());
    add(Metric.SNAPSHOTS_TAKEN, snapshots.taken());
    add(Metric.SNAPSHOTS_FAILED, snapshots.givenUp());
    add(Metric.SNAPSHOT_SENT, snapshots.sentBytes());
    add(Metric.SNAPSHOT_RECEIVED, snapshots.receivedBytes());
    add(Metric.SNAPSHOT_BEHIND, snapshots.entriesBehind());
    add(Metric.SNAPSHOT_BEHIND_BYTES, snapshots.bytesBehind());
  }

  private void addRequests(RequestMetrics requests) {
    requests.commands().forEach((outcome, count) -> add(Metric.COMMANDS, count, outcome));
    requests.reads().forEach((outcome, count) -> add(Metric.READS, count, outcome));
    add(Metric.COMMAND_TIME, requests.executionTimes());
  }

  private void addHost(StatusResponse status) {
    StatusFacts facts = status.facts();
    facts
        .number(StatusFact.UPTIME_MILLIS)
        .ifPresent(millis -> addDecimal(Metric.UPTIME, millis / MILLIS_PER_SECOND));
    facts.number(StatusFact.FREE_BYTES).ifPresent(bytes -> add(Metric.DISK_FREE, bytes));
    facts.number(StatusFact.OPEN_FILES).ifPresent(files -> add(Metric.OPEN_FILES, files));
    facts.number(StatusFact.MAX_OPEN_FILES).ifPresent(files -> add(Metric.MAX_OPEN_FILES, files));
    add(Metric.DISK_FULL, facts.text(StatusFact.DISK_FULL).isPresent());
    add(Metric.APPLY_STOPPED, facts.text(StatusFact.APPLY_STOPPED).isPresent());
    status
        .certificateEnds()
        .ifPresent(
            end -> addDecimal(Metric.CERTIFICATE_END, end.toEpochMilli() / MILLIS_PER_SECOND));
  }

  private void addProcess() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      addSeconds(Metric.CPU, system.getProcessCpuTime());
    }
    Runtime runtime = Runtime.getRuntime();
    add(Metric.HEAP_USED, runtime.totalMemory() - runtime.freeMemory());
    add(Metric.HEAP_MAX, runtime.maxMemory());
    add(Metric.THREADS, ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private void add(Metric metric, DurationMetrics durations) {
    histograms.add(
        new Histogram(
            metric,
            durations.buckets().stream()
                .map(it -> new Histogram.Bucket(it.maxNanos() / NANOS_PER_SECOND, it.count()))
                .toList(),
            durations.count(),
            durations.sumNanos() / NANOS_PER_SECOND));
  }

  private void add(Metric metric, boolean value) {
    add(metric, value ? 1 : 0);
  }

  private void addSeconds(Metric metric, long nanos, String... labels) {
    addDecimal(metric, nanos / NANOS_PER_SECOND, labels);
  }

  private void add(Metric metric, long value, String... labels) {
    addDecimal(metric, (double) value, labels);
  }

  private void addDecimal(Metric metric, double value, String... labels) {
    List<Sample> ofMetric = samples.get(metric);
    if (ofMetric == null) {
      ofMetric = new ArrayList<>();
      samples.put(metric, ofMetric);
    }
    ofMetric.add(new Sample(metric, List.of(labels), value));
  }
}
