package dev.flotilla.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The classes and tests that docs/dpws-conformance.md names exist. */
class ConformancePageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern NAME = Pattern.compile("`([A-Z][A-Za-z0-9]+)`");
  private static final int MIN_NAMES = 40;

  @Test
  void thePageNamesClassesAndTestsThatExist() throws IOException {
    Set<String> sources = sources();
    Set<String> named = named(Files.readString(ROOT.resolve("docs/dpws-conformance.md")));

    assertThat(named).hasSizeGreaterThan(MIN_NAMES);
    assertThat(sources).containsAll(named);
  }

  @Test
  void aNameWithoutASourceIsFound() throws IOException {
    Set<String> named = named("| a rule | 1 | `NoSuchClass` | `DeviceTest` |");
    named.removeAll(sources());

    assertThat(named).containsExactly("NoSuchClass");
  }

  /** Only in rows of the tables of rules. */
  private static Set<String> named(String page) {
    Set<String> names = new TreeSet<>();
    page.lines()
        .filter(line -> line.startsWith("|") && line.chars().filter(it -> it == '|').count() == 5)
        .forEach(
            line -> {
              Matcher found = NAME.matcher(line);
              while (found.find()) {
                names.add(found.group(1));
              }
            });
    return names;
  }

  private static Set<String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toSet());
    }
  }
}
