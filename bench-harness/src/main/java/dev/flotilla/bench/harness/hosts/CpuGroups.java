package dev.flotilla.bench.harness.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Control groups that limit processor time, of version 1 or 2, whichever the machine has.
 * Stateless.
 *
 * @param root where the groups are made
 * @param isVersion2 which version
 */
record CpuGroups(Path root, boolean isVersion2) {
  static final Path MOUNTS = Path.of("/proc/self/mounts");
  static final String MEMBERS = "cgroup.procs";
  private static final String CONTROLLER = "cpu";
  private static final int PLACE = 1;
  private static final int TYPE = 2;
  private static final int OPTIONS = 3;

  /**
   * Finds where this machine keeps them.
   *
   * @param mounts the table of mounts
   * @throws IOException if there is no controller of processor time
   */
  static CpuGroups find(Path mounts) throws IOException {
    for (String line : Files.readAllLines(mounts)) {
      String[] fields = line.split(" ", -1);
      if (fields.length > OPTIONS) {
        Path place = Path.of(fields[PLACE]);
        if (fields[TYPE].equals("cgroup") && has(fields[OPTIONS].split(",", -1))) {
          return new CpuGroups(place, false);
        }
        if (fields[TYPE].equals("cgroup2") && has(words(place.resolve("cgroup.controllers")))) {
          return new CpuGroups(place, true);
        }
      }
    }
    throw new IOException(
        "this machine has no cgroup with the controller cpu; mount one, or leave out"
            + " --emulated-hosts");
  }

  private static boolean has(String[] words) {
    return Arrays.asList(words).contains(CONTROLLER);
  }

  private static String[] words(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip().split(" ", -1) : new String[0];
  }

  /**
   * Makes a group.
   *
   * @param quotaMicros what its processes together get of each period
   */
  Path make(String name, int quotaMicros, int periodMicros) throws IOException {
    Path control = root.resolve("cgroup.subtree_control");
    if (isVersion2 && !has(words(control))) {
      Files.writeString(control, "+" + CONTROLLER);
    }
    Path group = Files.createDirectories(root.resolve(name));
    if (isVersion2) {
      Files.writeString(group.resolve("cpu.max"), quotaMicros + " " + periodMicros);
    } else {
      Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(periodMicros));
      Files.writeString(group.resolve("cpu.cfs_quota_us"), Integer.toString(quotaMicros));
    }
    return group;
  }

  /** The processes of a group; none if it is gone. */
  static List<Long> members(Path group) throws IOException {
    Path file = group.resolve(MEMBERS);
    return Files.exists(file)
        ? Files.readAllLines(file).stream().map(Long::valueOf).toList()
        : List.of();
  }

  /** The names of all groups whose names begin so. */
  List<String> names(String prefix) throws IOException {
    return Namespaces.names(root, prefix);
  }
}
