import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints which known advisories match a list of libraries. It needs nothing but the JDK, and runs
 * from its source file.
 */
public final class Advisories {
  /** One bracket of a range: a lower bound, an upper bound, or one version. */
  private static final Pattern BRACKET = Pattern.compile("([\\[(])([^,\\])]*)(,?)([^\\])]*)([\\])])");

  private record Advisory(String library, String range, String id, boolean concerns, String why) {}

  private Advisories() {}

  /**
   * Compares. Ends with 1 if an advisory that concerns us matches, or if there is nothing to
   * compare.
   *
   * @param arguments the file of advisories, then the file of libraries
   */
  public static void main(String[] arguments) throws IOException {
    List<Advisory> advisories = read(Path.of(arguments[0]));
    TreeSet<String> libraries = new TreeSet<>(Files.readAllLines(Path.of(arguments[1])));
    if (advisories.isEmpty() || libraries.isEmpty()) {
      System.err.println("advisories: there is no advisory or no library to compare");
      System.exit(1);
    }
    boolean concerned = false;
    for (String library : libraries) {
      int colon = library.lastIndexOf(':');
      String version = library.substring(colon + 1);
      for (Advisory advisory : advisories) {
        if (advisory.library().equals(library.substring(0, colon))
            && isIn(version, advisory.range())) {
          concerned |= advisory.concerns();
          System.out.printf(
              "%s %s %s: %s%n",
              library, advisory.id(), advisory.concerns() ? "CONCERNS US" : "does not", advisory.why());
        }
      }
    }
    System.out.printf(
        "%d libraries, %d advisories: %s%n",
        libraries.size(), advisories.size(), concerned ? "one concerns us" : "none concerns us");
    System.exit(concerned ? 1 : 0);
  }

  private static List<Advisory> read(Path file) throws IOException {
    List<Advisory> advisories = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] fields = line.split("\t");
      boolean isWhole =
          fields.length == 5
              && (fields[3].equals("yes") || fields[3].equals("no"))
              && fields[1].matches("(" + BRACKET.pattern() + ",?)+")
              && !fields[4].isBlank();
      if (!isWhole) {
        System.err.println("advisories: not five fields PACKAGE RANGE ID yes|no WHY: " + line);
        System.exit(1);
      }
      advisories.add(
          new Advisory(fields[0], fields[1], fields[2], fields[3].equals("yes"), fields[4]));
    }
    return advisories;
  }

  private static boolean isIn(String version, String range) {
    Matcher bracket = BRACKET.matcher(range);
    while (bracket.find()) {
      boolean isOne = bracket.group(3).isEmpty();
      String low = bracket.group(2);
      String high = isOne ? low : bracket.group(4);
      int toLow = low.isEmpty() ? 1 : compare(version, low);
      int toHigh = high.isEmpty() ? -1 : compare(version, high);
      boolean above = toLow > 0 || (toLow == 0 && bracket.group(1).equals("["));
      boolean below = toHigh < 0 || (toHigh == 0 && bracket.group(5).equals("]"));
      if (above && below) {
        return true;
      }
    }
    return false;
  }

  /** By its numbers; a missing one is 0. Words such as "Final" do not count. */
  private static int compare(String a, String b) {
    List<Integer> left = numbers(a);
    List<Integer> right = numbers(b);
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      int order =
          Integer.compare(i < left.size() ? left.get(i) : 0, i < right.size() ? right.get(i) : 0);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static List<Integer> numbers(String version) {
    return Pattern.compile("\\d+").matcher(version).results().map(hit -> Integer.valueOf(hit.group())).toList();
  }
}
