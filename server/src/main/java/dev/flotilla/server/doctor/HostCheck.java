package dev.flotilla.server.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.lang.management.ManagementFactory;
import java.util.List;

/** The Java that runs this, its limits, and the versions of members. */
public final class HostCheck {
  private static final String JAVA = "java";
  private static final String FILES = "files";
  private static final String VERSIONS = "versions";
  private static final int MIN_JAVA = 17;

  /** A server with a large group and many clients needs no more. */
  private static final long ENOUGH_FILES = 4_096;

  private HostCheck() {}

  /** The version of Java. */
  public static Finding java() {
    Runtime.Version version = Runtime.version();
    return version.feature() >= MIN_JAVA
        ? Finding.well(JAVA, version.toString())
        : Finding.wrong(JAVA, "%s is too old; install %s or later".formatted(version, MIN_JAVA));
  }

  /** How many files and connections a process may have. */
  public static Finding files() {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
      return Finding.well(FILES, "this system has no limit that can be read");
    }
    long limit = unix.getMaxFileDescriptorCount();
    return limit >= ENOUGH_FILES
        ? Finding.well(FILES, "a process may have %s".formatted(limit))
        : Finding.wrong(
            FILES,
            "a process may have %s open files and connections, a server may need %s; raise it ('ulimit -n', LimitNOFILE= in a unit)"
                .formatted(limit, ENOUGH_FILES));
  }

  /** Whether members speak the version of the protocol that this program speaks. */
  public static Finding versions(List<StatusResponse> servers) {
    List<String> others =
        servers.stream()
            .filter(it -> it.version() != RaftNames.PROTOCOL_VERSION)
            .map(it -> "%s speaks version %s".formatted(it.self().member().id(), it.version()))
            .toList();
    return others.isEmpty()
        ? Finding.well(
            VERSIONS,
            "%s members speak version %s of the protocol"
                .formatted(servers.size(), RaftNames.PROTOCOL_VERSION))
        : Finding.wrong(
            VERSIONS,
            "%s, and this program version %s; run one release everywhere"
                .formatted(String.join(", ", others), RaftNames.PROTOCOL_VERSION));
  }
}
