package dev.flotilla.systemtests.storage;

import dev.flotilla.systemtests.storage.Ending.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Flips one byte at a time; ends with 0 when nothing is wrong and the controls are found out. */
@CommandLine.Command(
    name = "flips",
    description = "Starts a server after one byte of its files has changed, over and over.",
    mixinStandardHelpOptions = true)
final class FlipsCommand implements Callable<Integer> {
  private static final int NEGATIVE = 1;

  /** For a place that was not struck yet. */
  private static final int MAX_DRAWS = 1_000;

  /** So many of {@link #OF} strike where something is written; the others strike anywhere. */
  private static final int WRITTEN = 4;

  private static final int OF = 5;

  @Option(names = "--directory", required = true, description = "A new directory for all of it.")
  private Path directory = Path.of("");

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(
      names = "--positions",
      defaultValue = "100",
      description = "How many of each kind of file.")
  private int positions;

  private int seen;
  private int good;

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new FlipsCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Files.exists(directory)) {
      System.err.println(directory + " exists already; give a new directory, or delete that one");
      return CommandLine.ExitCode.USAGE;
    }
    Files.createDirectories(directory);
    Random random = new Random(seed);
    KnownDirectory known =
        KnownDirectory.write(directory.resolve("sound"), directory.resolve("scratch"), random);
    System.out.printf(
        "flips: seed %s, %s commands, log %s to %s, %s positions in each kind of file%n",
        seed,
        known.lines().size(),
        known.base() + 1,
        known.base() + known.entries().size(),
        positions);
    Trial trial = new Trial(known, directory.resolve("copy"));
    for (Control control : Control.values()) {
      expect(control.kind(), control.toString(), trial.of(control));
    }
    for (Forgery forgery : Forgery.values()) {
      expect(Kind.WRONG, forgery.toString(), trial.of(forgery));
    }
    flipAll(trial, random);
    System.out.printf("RUN %s/%s%n", good, seen);
    return good == seen ? CommandLine.ExitCode.OK : NEGATIVE;
  }

  private void expect(Kind kind, String what, Ending ending) {
    seen++;
    good += ending.kind() == kind ? 1 : 0;
    System.out.printf(
        "control, %s: %s as it must be %s %s%n", what, ending.kind(), kind, ending.details());
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
      Ending ending = trial.of(new Struck(flip, sound));
      counts.merge(ending.kind(), 1, Integer::sum);
      seen++;
      if (ending.kind() == Kind.WRONG) {
        System.out.println("WRONG: " + flip + ": " + ending.details());
      } else {
        good++;
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
    for (int i = 0; i < MAX_DRAWS; i++) {
      Flip flip = Flip.draw(sound, files, isWritten, random);
      if (struck.stream().noneMatch(flip::hasPlaceOf) && struck.add(flip)) {
        return flip;
      }
    }
    for (int i = 0; i < MAX_DRAWS; i++) {
      Flip flip = Flip.draw(sound, files, isWritten, random);
      if (struck.add(flip)) {
        return flip;
      }
    }
    throw new IOException("no more than %s flips differ in %s".formatted(struck.size(), files));
  }

  /**
   * A flip as a harm.
   *
   * @param flip the byte
   * @param sound the directory that is compared with
   */
  record Struck(Flip flip, Path sound) implements Trial.Harm {
    @Override
    public void strike(Path directory) throws IOException {
      flip.strike(directory);
    }

    @Override
    public String file() {
      return flip.file();
    }

    @Override
    public boolean standsIn(Path directory) throws IOException {
      return flip.standsIn(directory, sound);
    }
  }
}
