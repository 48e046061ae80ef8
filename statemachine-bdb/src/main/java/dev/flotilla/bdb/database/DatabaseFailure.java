package dev.flotilla.bdb.database;

import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.DiskLimitException;
import com.sleepycat.je.EnvironmentFailureException;
import com.sleepycat.je.EnvironmentLockedException;
import com.sleepycat.je.LogWriteException;
import com.sleepycat.je.ThreadInterruptedException;
import com.sleepycat.je.VersionMismatchException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells files that are damaged from all that keeps sound ones from being used: a disk that fails or
 * is full, too few open files, missing rights. Berkeley DB throws the same for all of it, around
 * what it met; what it finds in the files themselves is no {@link IOException}.
 */
final class DatabaseFailure {
  /** As Java tells it: the file, and why not. */
  private static final Pattern UNOPENED = Pattern.compile("([0-9a-f]{8}\\.jdb) \\(");

  private DatabaseFailure() {}

  /** Whether the files are to blame, rather than their disk, their user or their owner. */
  static boolean isDamage(RuntimeException e, Path home) {
    return e instanceof EnvironmentFailureException && causeElsewhere(e, home) == null;
  }

  /**
   * Says what failed, why, and what helps.
   *
   * @param what is said first, up to the verb
   * @param wantedBytes what shall be free on the disk, if there is less; else 0
   */
  static IOException told(String what, RuntimeException e, Path home, long wantedBytes) {
    Throwable elsewhere = causeElsewhere(e, home);
    Throwable tellsMost = elsewhere instanceof IOException ? elsewhere : e;
    return new IOException(
        "%s: %s; %s".formatted(what, firstLine(tellsMost), remedy(e, elsewhere, home, wantedBytes)),
        e);
  }

  private static String remedy(
      RuntimeException e, @Nullable Throwable elsewhere, Path home, long wantedBytes) {
    if (elsewhere == null && e instanceof DatabaseException) {
      return "start again; if that does not help, move %s away, and it is rebuilt from the newest"
              .formatted(home)
          + " snapshot and the log";
    }
    if (elsewhere instanceof VersionMismatchException) {
      return "use the program that wrote it";
    }
    String first =
        elsewhere instanceof EnvironmentLockedException
            ? "end the other program that has it open"
            : wantedBytes > 0
                ? "its disk is full: make room for %s bytes".formatted(wantedBytes)
                : "see to its disk, the room on it, the rights and the limit of open files";
    return first + ", and start again; nothing is lost";
  }

  private static String firstLine(Throwable e) {
    String message = e.getMessage();
    // Berkeley DB adds a whole stack trace to some.
    return message == null ? e.toString() : message.lines().findFirst().orElse("");
  }

  /** What is not of the files, if something is; the last, around which the others stand. */
  private static @Nullable Throwable causeElsewhere(RuntimeException e, Path home) {
    Throwable found = null;
    for (Throwable each = e; each != null; each = each.getCause()) {
      if (isElsewhere(each, home)) {
        found = each;
      }
    }
    return found;
  }

  private static boolean isElsewhere(Throwable each, Path home) {
    return each instanceof DiskLimitException
        || each instanceof EnvironmentLockedException
        || each instanceof LogWriteException
        || each instanceof ThreadInterruptedException
        || each instanceof VersionMismatchException
        || (each instanceof IOException && !isOfLostFile(each, home));
  }

  /**
   * Whether a file is gone. Java says "not found" of one that it may not open, too, and of one that
   * it cannot make: that is the next after those that are there.
   */
  private static boolean isOfLostFile(Throwable each, Path home) {
    if (!(each instanceof FileNotFoundException)) {
      return false;
    }
    Matcher unopened = UNOPENED.matcher(String.valueOf(each.getMessage()));
    return unopened.find()
        && Files.notExists(home.resolve(unopened.group(1)))
        && hasFileAfter(unopened.group(1), home);
  }

  private static boolean hasFileAfter(String name, Path home) {
    try (Stream<Path> files = Files.list(home)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(it -> it.endsWith(".jdb") && it.compareTo(name) > 0);
    } catch (IOException e) {
      return false;
    }
  }
}
