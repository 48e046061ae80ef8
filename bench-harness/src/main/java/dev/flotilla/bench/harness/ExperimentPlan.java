package dev.flotilla.bench.harness;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment measures, as its directory keeps it for {@code --resume}.
 *
 * @param preset the preset's name
 * @param quick whether only the preset's subset for {@code --quick}
 * @param systems names of the systems, in the order of their turns
 * @param gitCommit the commit that is measured
 * @param agents on how many other hosts the servers run; 0 if they run on this one
 * @param emulatedHosts what the hosts are that this machine emulates; null if it emulates none
 * @param only parts of the words of the cells that are measured; all cells if empty. Plans of older
 *     versions lack it
 */
public record ExperimentPlan(
    String preset,
    boolean quick,
    List<String> systems,
    String gitCommit,
    int agents,
    @Nullable String emulatedHosts,
    List<String> only) {
  /** Copies the lists. */
  public ExperimentPlan {
    systems = List.copyOf(systems);
    only = only == null ? List.of() : List.copyOf(only);
  }

  /** All cells, on this machine. */
  public ExperimentPlan(String preset, boolean quick, List<String> systems, String gitCommit) {
    this(preset, quick, systems, gitCommit, 0, null, List.of());
  }

  /**
   * Those of a preset's cells that the plan measures.
   *
   * @param all every cell, in the order in which they are measured
   * @throws IllegalArgumentException if a text of {@code --only} is in no cell; the message lists
   *     the cells
   */
  List<Cell> chosen(List<Cell> all) {
    for (String text : only) {
      if (all.stream().noneMatch(cell -> contains(cell, text))) {
        throw new IllegalArgumentException(
            "--only '%s' matches no cell of preset %s; its cells are: %s"
                .formatted(
                    text, preset, all.stream().map(Cell::words).collect(Collectors.joining("; "))));
      }
    }
    return all.stream()
        .filter(cell -> only.isEmpty() || only.stream().anyMatch(text -> contains(cell, text)))
        .toList();
  }

  private static boolean contains(Cell cell, String text) {
    return cell.words().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }

  /**
   * Checks that what was measured on some hosts is continued on as many.
   *
   * @param directory where this plan was read from
   * @param given how many agents the command line asks for, 0 for none
   * @throws IllegalArgumentException if they differ
   */
  void requireAgents(String directory, int given) {
    if (agents != given) {
      throw new IllegalArgumentException(
          "--resume %s was measured %s, but now %s; %s"
              .formatted(
                  directory,
                  hosts(agents),
                  hosts(given),
                  agents == 0 ? "leave out --agents" : "add --agents " + agents));
    }
  }

  /**
   * Checks that what was measured on emulated hosts is continued on such hosts.
   *
   * @param directory where this plan was read from
   * @param given what the emulated hosts are now; null for none
   * @throws IllegalArgumentException if they differ
   */
  void requireEmulatedHosts(String directory, @Nullable String given) {
    if (!Objects.equals(emulatedHosts, given)) {
      throw new IllegalArgumentException(
          "--resume %s was measured on %s, but now on %s; give the same --emulated-hosts and the"
                  .formatted(directory, emulated(emulatedHosts), emulated(given))
              + " same options of them");
    }
  }

  private static String emulated(@Nullable String hosts) {
    return hosts == null ? "no emulated hosts" : hosts;
  }

  private static String hosts(int agents) {
    return agents == 0 ? "on one machine" : "with %s agents".formatted(agents);
  }

  /**
   * Checks that what was measured at one commit is not continued at another.
   *
   * @param directory where this plan was read from
   * @param commit the commit of this checkout
   * @throws IllegalArgumentException if they differ
   */
  void requireCommit(String directory, String commit) {
    if (!gitCommit.equals(commit)) {
      throw new IllegalArgumentException(
          "--resume %s was measured at commit %s, but this checkout is at %s; check out that commit,"
                  .formatted(directory, gitCommit, commit)
              + " or begin a new experiment with --preset "
              + preset);
    }
  }

  /**
   * Checks that a preset that was named on the command line is the one of this plan.
   *
   * @throws IllegalArgumentException if it is another
   */
  void requirePreset(String directory, String named) {
    if (!preset.equals(named)) {
      throw new IllegalArgumentException(
          "--resume %s holds an experiment of preset %s, but --preset is %s; leave --preset out or"
                  .formatted(directory, preset, named)
              + " name another directory");
    }
  }
}
