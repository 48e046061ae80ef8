package dev.flotilla.systemtests.storage;

import dev.flotilla.systemtests.SystemTestCommand;
import dev.flotilla.systemtests.Trees;
import dev.flotilla.systemtests.storage.Trial.Ending;
import dev.flotilla.systemtests.storage.Trial.Ending.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Flips one byte at a time; ends with 0 when nothing is wrong and the controls are found out. */
@CommandLine.Command(
    name = "flips",
    description = "Starts a server after one byte of its files has changed, over and over.",
    mixinStandardHelpOptions = true)
final class FlipsCommand extends SystemTestCommand {
  /** For a place that was not struck yet. */
  private static final int MAX_DRAWS = 1_000;

  /** So many of {@link #OF} strike where something is written; the others strike anywhere. */
  private static final int WRITTEN = 4;

  private static final int OF = 5;

  /** The kinds of files of a data directory, with the state machine's. */
  private enum FileKind {
    LOG("log segments", "log-[0-9]+"),
    MARK("forced mark", "log-mark"),
    VOTE("vote file", "vote"),
    SNAPSHOT("snapshots", "snapshot-[0-9]+"),
    IDENTITY("identity", "identity\\.properties"),
    FOUNDING("founding list", "founding\\.properties"),
    DATABASE("Berkeley DB", "machine/db/.*\\.jdb"),
    CHECKPOINT("its checkpoint", "machine/checkpoint");

    private final String text;
    private final Pattern names;

    FileKind(String text, String names) {
      this.text = text;
      this.names = Pattern.compile(names);
    }

    /**
     * Whether a file is of this kind.
     *
     * @param name relative to the data directory
     */
    boolean includes(String name) {
      return names.matcher(name).matches();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(
      names = "--positions",
      defaultValue = "100",
      description = "How many of each kind of file.")
  private int positions;

  /** The program. */
  public static void main(String[] arguments) {
    run(new FlipsCommand(), arguments);
  }

  @Override
  protected String run() throws IOException, InterruptedException {
    Random random = new Random(seed);
    KnownDirectory known =
        KnownDirectory.write(directory().resolve("sound"), directory().resolve("scratch"), random);
    System.out.printf(
        "flips: seed %s, %s commands, log %s to %s, %s positions in each kind of file%n",
        seed,
        known.lines().size(),
        known.base() + 1,
        known.base() + known.entries().size(),
        positions);
    Trial trial = new Trial(known, directory().resolve("copy"));
    for (Control control : Control.values()) {
      Kind kind = control.kind();
      Ending ending = trial.of(control);
      count(ending.kind() == kind);
      System.out.printf(
          "control, %s: %s as it must be %s %s%n", control, ending.kind(), kind, ending.details());
    }
    flipAll(trial, random);
    return ran();
  }

  private void flipAll(Trial trial, Random random) throws IOException, InterruptedException {
    StringBuilder table = new StringBuilder("| file | positions |");
    for (Kind kind : Kind.values()) {
      table.append(' ').append(kind).append(" |");
    }
    table.append("\n| --- |").append(" ---: |".repeat(1 + Kind.values().length)).append('\n');
    for (FileKind kind : FileKind.values()) {
      Map<Kind, Integer> counts = flip(kind, trial, random);
      table.append("| ").append(kind).append(" | ").append(positions).append(" |");
      for (Kind each : Kind.values()) {
        table.append(' ').append(counts.getOrDefault(each, 0)).append(" |");
      }
      table.append('\n');
    }
    System.out.print(table);
  }

  private Map<Kind, Integer> flip(FileKind kind, Trial trial, Random random)
      throws IOException, InterruptedException {
    Path sound = trial.known().path();
    List<String> files = Trees.files(sound).stream().filter(kind::includes).toList();
    if (files.isEmpty()) {
      throw new IOException("no file of the kind " + kind + " in " + sound);
    }
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    Set<Flip> struck = new HashSet<>();
    for (int i = 0; i < positions; i++) {
      Flip flip = another(struck, sound, files, random);
      Ending ending = trial.of(flip);
      counts.merge(ending.kind(), 1, Integer::sum);
      count(ending.kind() != Kind.WRONG);
      if (ending.kind() == Kind.WRONG) {
        System.out.println("WRONG: " + flip + ": " + ending.details());
      }
    }
    return counts;
  }

  /**
   * At a place that was not struck yet, as far as there are such, and else with other bits: a
   * checkpoint has few bytes that are written.
   */
  private static Flip another(Set<Flip> struck, Path sound, List<String> files, Random random)
      throws IOException {
    boolean isWritten = random.nextInt(OF) < WRITTEN;
    for (int i = 0; i < 2 * MAX_DRAWS; i++) {
      Flip flip = Flip.draw(sound, files, isWritten, random);
      boolean isElsewhere = struck.stream().noneMatch(flip::hasPlaceOf);
      if ((isElsewhere || i >= MAX_DRAWS) && struck.add(flip)) {
        return flip;
      }
    }
    throw new IOException("no more than %s flips differ in %s".formatted(struck.size(), files));
  }
}
