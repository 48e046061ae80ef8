package dev.flotilla.systemtests;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * A command that works in a new directory, counts what it has seen, and ends with 0 if all of it
 * was as it must be. One thread.
 */
public abstract class SystemTestCommand implements Callable<Integer> {
  private static final int NEGATIVE = 1;

  @Option(names = "--directory", required = true, description = "A new directory for all of it.")
  private Path directory = Path.of("");

  private int seen;
  private int good;

  /** Runs a command, and ends this process as it ended. */
  protected static void run(SystemTestCommand command, String... arguments) {
    System.exit(
        new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (Files.exists(directory)) {
      System.err.println(directory + " exists already; give a new directory, or delete that one");
      return CommandLine.ExitCode.USAGE;
    }
    Files.createDirectories(directory);
    System.out.println(run());
    return good == seen ? CommandLine.ExitCode.OK : NEGATIVE;
  }

  /** Does it; the result is the last line to print. */
  protected abstract String run() throws Exception;

  /** Where all of it is. */
  protected final Path directory() {
    return directory;
  }

  /** Counts something, says what it is, and whether it is wrong. */
  protected final void check(boolean isGood, String what) {
    count(isGood);
    System.out.println((isGood ? "" : "WRONG: ") + what);
    System.out.flush();
  }

  /** Counts something without a word. */
  protected final void count(boolean isGood) {
    seen++;
    good += isGood ? 1 : 0;
  }

  /** The last line of a test that is one of its own. */
  protected final String ran() {
    return "RUN %s/%s".formatted(good, seen);
  }

  /** The last line of a part of a test. */
  protected final String saw() {
    return "SEEN %s of %s".formatted(good, seen);
  }
}
