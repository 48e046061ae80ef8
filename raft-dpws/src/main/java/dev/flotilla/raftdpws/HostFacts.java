package dev.flotilla.raftdpws;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberNames;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.service.RaftService;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server's host has left for it: room in the file system of the data directory, and file
 * descriptors. Any thread; does not block.
 */
final class HostFacts {
  /** A server with a large group and many clients needs no more. */
  static final long ENOUGH_FILES = 4_096;

  /** So that a first status after a long time has a value of this minute. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final String NAME_FILE = "name";
  private static final Logger LOG = LoggerFactory.getLogger(HostFacts.class);

  private final FreeBytes freeBytes;
  private final Supplier<Optional<String>> acceptFailure;
  private final Optional<String> memberName;
  private volatile Supplier<Map<NodeId, String>> names = Map::of;
  // Of the device's thread.
  private boolean hasHandedOver;

  private HostFacts(
      FreeBytes freeBytes, Supplier<Optional<String>> acceptFailure, Optional<String> memberName) {
    this.freeBytes = freeBytes;
    this.acceptFailure = acceptFailure;
    this.memberName = memberName;
  }

  /**
   * Adds facts to the status of a server, and warns of a limit that connections can reach.
   *
   * @param settings its data directory and its name
   * @param acceptFailure why it could not accept connections in the last seconds; empty if it could
   */
  static HostFacts reporting(
      RaftDeviceSettings settings, Supplier<Optional<String>> acceptFailure, RaftService service) {
    Path directory = settings.dataDirectory;
    FreeBytes freeBytes = FreeBytes.of(() -> Files.getFileStore(directory).getUsableSpace());
    HostFacts facts = new HostFacts(freeBytes, acceptFailure, name(settings));
    warn();
    service.report(facts::addTo);
    return facts;
  }

  /** What people call this server; empty if nobody has said it. */
  Optional<String> name() {
    return memberName;
  }

  /** Tells what other servers are called, too. */
  void tell(Supplier<Map<NodeId, String>> namesOfOthers) {
    names = namesOfOthers;
  }

  /** The one that the server was given now, or else the last time. */
  private static Optional<String> name(RaftDeviceSettings settings) {
    Path file = settings.dataDirectory.resolve(NAME_FILE);
    try {
      if (settings.memberName.isPresent()) {
        Files.writeString(file, settings.memberName.get());
        return settings.memberName;
      }
      return Files.exists(file)
          ? Optional.of(Files.readString(file)).filter(RaftDeviceSettings::isName)
          : Optional.empty();
    } catch (IOException e) {
      LOG.warn("the name of this server cannot be kept in {}", file, e);
      return settings.memberName;
    }
  }

  /** Has a leader hand over that no new client reaches. The device's thread. */
  void look(RaftNode node, NodeStatus status) {
    freeBytes.refresh(LOOK_NANOS);
    Optional<String> failure = acceptFailure.get();
    if (failure.isEmpty() || !status.isLeading()) {
      hasHandedOver = false;
    } else if (!hasHandedOver) {
      hasHandedOver = true;
      LOG.warn(
          "{} leads and accepts no connections ({}): it hands over", status.self(), failure.get());
      node.transferLeadership(
          Optional.empty(), outcome -> LOG.info("Handing over for that ended: {}", outcome));
    }
  }

  private static void warn() {
    files()
        .map(UnixOperatingSystemMXBean::getMaxFileDescriptorCount)
        .filter(limit -> limit < ENOUGH_FILES)
        .ifPresent(
            limit ->
                LOG.warn(
                    "This process may have {} open files and connections, and may need {}: raise"
                        + " the limit ('ulimit -n', or LimitNOFILE= in a unit of systemd)",
                    limit,
                    ENOUGH_FILES));
  }

  /** Adds what is known. */
  private StatusFacts addTo(StatusFacts facts) {
    Map<NodeId, String> others = names.get();
    StatusFacts all =
        facts
            .with(StatusFact.ACCEPT_FAILURE, acceptFailure.get())
            .with(StatusFact.MEMBER_NAME, memberName)
            .with(
                StatusFact.MEMBER_NAMES,
                Optional.of(others).filter(it -> !it.isEmpty()).map(MemberNames::text));
    OptionalLong free = freeBytes.get();
    if (free.isPresent()) {
      all = all.with(StatusFact.FREE_BYTES, free.getAsLong());
    }
    Runtime runtime = Runtime.getRuntime();
    all =
        all.with(StatusFact.HEAP_BYTES, runtime.totalMemory() - runtime.freeMemory())
            .with(StatusFact.MAX_HEAP_BYTES, runtime.maxMemory());
    Optional<UnixOperatingSystemMXBean> files = files();
    return files.isEmpty()
        ? all
        : all.with(
                StatusFact.PROCESSOR_MILLIS,
                TimeUnit.NANOSECONDS.toMillis(files.get().getProcessCpuTime()))
            .with(StatusFact.OPEN_FILES, files.get().getOpenFileDescriptorCount())
            .with(StatusFact.MAX_OPEN_FILES, files.get().getMaxFileDescriptorCount());
  }

  private static Optional<UnixOperatingSystemMXBean> files() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean bean
        ? Optional.of(bean)
        : Optional.empty();
  }
}
