package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.systemtests.SystemTestCommand;
import dev.flotilla.systemtests.Turnover;
import dev.flotilla.systemtests.powercuts.PowerCuts.Moment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Cuts the power of a group again and again; ends with 0 when nothing was lost. */
@CommandLine.Command(
    name = "power-cuts",
    description =
        "Cuts the power of three servers under load, and looks for what was acknowledged.",
    mixinStandardHelpOptions = true)
final class PowerCutsCommand extends SystemTestCommand {
  /** To so many cuts under load there is one of servers that are starting. */
  private static final int CUTS_PER_START = 4;

  /** And to so many of one server one while it is sent, or installed, a snapshot. */
  private static final int CUTS_PER_INSTALLATION = 5;

  /** Of so many of one server one keeps it away until it needs a snapshot. */
  private static final int CUTS_PER_ABSENCE = 11;

  /** What the servers' disks lie about, which must be found out. */
  enum Control {
    /** No force does anything, and all are cut. */
    ALL,
    /** No force does anything, and one is cut. */
    ONE,
    /** What fails is hidden, and one becomes read-only. */
    READ_ONLY
  }

  /** Whose power is cut, and when. */
  private interface Cut {
    String carryOut(PowerCuts group) throws IOException, InterruptedException;
  }

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(
      names = "--disks",
      required = true,
      split = ",",
      description = "DEVICE=MOUNT of an empty file system for each server, mounted.")
  private List<String> disks = new ArrayList<>();

  @Option(
      names = "--cuts",
      defaultValue = "20",
      description = "So many of one server under load, and so many of all.")
  private int cuts;

  @Option(
      names = "--read-only",
      description = "So many times a file system becomes read-only instead; ext4 only.")
  private int readOnly;

  @Option(
      names = "--control",
      description =
          "Their disks lie, as told beside, which must be found out: ${COMPLETION-CANDIDATES}.")
  private Optional<Control> control = Optional.empty();

  /** The program. */
  public static void main(String[] arguments) {
    run(new PowerCutsCommand(), arguments);
  }

  @Override
  protected String run() throws InterruptedException {
    Random random = new Random(seed);
    List<MountedDisk> mounted = disks.stream().map(MountedDisk::parse).toList();
    List<Cut> order = control.isPresent() || readOnly > 0 ? List.of() : order(random);
    int expected = control.isPresent() ? 1 : readOnly + order.size() + 1;
    int seen = 0;
    try (ChildProcesses processes = ChildProcesses.open(directory());
        PowerCuts group = new PowerCuts(processes, directory(), mounted, random)) {
      group.begin();
      if (control.isPresent()) {
        seen += isFoundOut(group, control.get()) ? 1 : 0;
      } else {
        for (; seen < readOnly; seen++) {
          System.out.printf("%s: %s%n", seen + 1, group.becomeReadOnly(seen % 2 == 0));
        }
        for (Cut cut : order) {
          System.out.printf("cut %s: %s%n", seen + 1, cut.carryOut(group));
          seen++;
        }
        System.out.println(group.end());
        tell(group.turnover());
        seen++;
      }
    } catch (IOException e) {
      System.out.println("WRONG: " + e.getMessage());
    }
    count(seen == expected);
    return "SEEN %s of %s".formatted(seen, expected);
  }

  private static boolean isFoundOut(PowerCuts group, Control control)
      throws IOException, InterruptedException {
    if (control == Control.ALL) {
      int lost = group.cutAllAfterForcing();
      System.out.println(
          "control, forces switched off, all cut: " + lost + " acknowledged commands lost");
      return lost > 0;
    }
    List<String> broken =
        control == Control.ONE ? group.brokenByCutAfterForcing() : group.brokenWhenReadOnly();
    System.out.printf(
        "control, %s: %s%n",
        control == Control.ONE ? "forces switched off, one cut" : "failures hidden",
        broken.isEmpty() ? "NOTHING FOUND" : "its disk broke its promise, " + broken);
    return !broken.isEmpty();
  }

  /** Fails if cuts can have met nothing of what is rare; with few of them that may be. */
  private void tell(Turnover turnover) throws IOException {
    System.out.println("in the logs of all servers: " + turnover);
    if (readOnly == 0 && cuts >= Turnover.ENOUGH_FAULTS && !turnover.missing().isEmpty()) {
      throw new IOException("the cuts can have met " + turnover.missing());
    }
  }

  private List<Cut> order(Random random) {
    List<Cut> order = new ArrayList<>();
    for (int i = 0; i < cuts; i++) {
      Moment moment = i % 2 == 0 ? Moment.UNDER_LOAD : Moment.IN_A_SNAPSHOT;
      order.add(group -> group.cutAll(moment));
      boolean isAway = i % CUTS_PER_ABSENCE == 0;
      order.add(group -> isAway ? group.cutOneAndKeepItAway(moment) : group.cutOne(moment));
    }
    for (int i = 0; i < cuts; i += CUTS_PER_START) {
      order.add(group -> group.cutAll(Moment.IN_A_START));
      order.add(group -> group.cutOne(Moment.IN_A_START));
    }
    for (int i = 0; i < cuts; i += CUTS_PER_INSTALLATION) {
      boolean isWhole = i % (2 * CUTS_PER_INSTALLATION) == 0;
      Moment moment = isWhole ? Moment.IN_AN_INSTALLATION : Moment.IN_AN_ARRIVAL;
      order.add(group -> group.cutOne(moment));
    }
    Collections.shuffle(order, random);
    return order;
  }
}
