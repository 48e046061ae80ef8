package dev.flotilla.systemtests;

import dev.flotilla.systemtests.Numbers.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fills the disks of servers; ends with 0 when nothing is wrong and the controls are found out. */
@CommandLine.Command(
    name = "fulldisk",
    description = "Fills the file system of one server of three, and frees it, over and over.",
    mixinStandardHelpOptions = true)
final class FullDiskCommand extends SystemTestCommand {
  /** So many with one group, and then another, whose log begins. */
  private static final int MAX_LARGE_POINTS = 5;

  /** For a disk that was not full: what a server drops meanwhile gives it room. */
  private static final int MAX_DRAWS = 5;

  @Parameters(arity = "3", description = "Three empty file systems of 1 GiB.")
  private List<Path> fileSystems = List.of();

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(names = "--points", defaultValue = "50", description = "How often a disk is filled.")
  private int points;

  /** The program. */
  public static void main(String[] arguments) {
    run(new FullDiskCommand(), arguments);
  }

  @Override
  protected String run() throws Exception {
    Random random = new Random(seed);
    System.out.printf("fulldisk: seed %s, %s points%n", seed, points);
    judgeControls(random);
    for (int left = points / 2; left > 0; left -= MAX_LARGE_POINTS) {
      fill(Machine.NUMBERS, Math.min(left, MAX_LARGE_POINTS), random);
    }
    fill(Machine.JOURNAL, points - points / 2, random);
    return ran();
  }

  private void judgeControls(Random random) throws IOException, InterruptedException {
    BitSet none = new BitSet();
    control(none, bits(1), none, "a lost command is found out");
    control(bits(1), none, bits(1), "a refused command that was executed is found out");
    control(bits(Numbers.REPEATED), none, none, "a command that was executed twice is found out");
    try (FillingRun run = new FillingRun(Machine.HEEDLESS, fileSystems, directory(), random)) {
      check(run.isSomebodySeenToStop(), "control: a server that does not look is seen to stop");
    }
  }

  private void control(BitSet executed, BitSet acknowledged, BitSet refused, String what) {
    check(!FillingRun.judge("x", executed, acknowledged, refused).isEmpty(), "control: " + what);
  }

  private static BitSet bits(int bit) {
    BitSet bits = new BitSet();
    bits.set(bit);
    return bits;
  }

  private void fill(Machine machine, int count, Random random) throws Exception {
    try (FillingRun run = new FillingRun(machine, fileSystems, directory(), random)) {
      for (int i = 1; i <= count; i++) {
        fillOnce(machine + " " + i + ": ", i, run);
      }
      check(run.isOtherGroupRefused(), machine + ": a directory of another group is refused");
      check(run.isReadOnlyRefused(), machine + ": a read-only directory is refused");
      List<String> wrong = run.verdict();
      check(wrong.isEmpty(), machine + ": " + run.summary() + "; wrong: " + wrong);
    }
  }

  /** Draws again when the disk was not full: then nothing was tried. */
  private void fillOnce(String what, int number, FillingRun run)
      throws IOException, InterruptedException {
    FillingRun.Point point = run.point(number);
    for (int draws = 1; draws < MAX_DRAWS && !point.wasFull(); draws++) {
      System.out.println(what + point.text() + "; was not full, drawn again");
      point = run.point(number);
    }
    check(point.wasFull(), what + point.text() + (point.wasFull() ? "" : "; was never full"));
  }
}
