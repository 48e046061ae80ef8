package dev.flotilla.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The methods that Java code in the pages calls exist, in a module, in the page or in the JDK. */
class GuideCodeTest {
  private static final SourceTree TREE = SourceTree.ofThisBuild();
  private static final Pattern CODE = Pattern.compile("(?ms)^```java\\n(.*?)^```");
  private static final Pattern CALL = Pattern.compile("\\.\\s*([a-z]\\w*)\\(");

  /** A method or a component of a record: a type, a name, and what follows it. */
  private static final Pattern DECLARED = Pattern.compile("[\\w>\\]]\\s+([a-z]\\w*)\\s*[(,)]");

  private static final List<Class<?>> OF_THE_JDK =
      List.of(
          CompletableFuture.class,
          DataInputStream.class,
          DataOutputStream.class,
          Duration.class,
          Instant.class,
          List.class,
          Map.class,
          Optional.class,
          Path.class,
          PrintStream.class,
          RandomGenerator.class,
          Stream.class,
          String.class,
          Thread.class);

  private static final Set<String> KNOWN = known();

  @Test
  void theCodeOfThePagesCallsWhatExists() {
    List<String> unknown =
        pages().stream()
            .flatMap(
                page ->
                    calls(page).stream()
                        .filter(call -> !KNOWN.contains(call))
                        .filter(call -> !names(DECLARED, code(page)).contains(call))
                        .map(call -> TREE.relative(page) + ": " + call))
            .toList();

    assertThat(unknown).isEmpty();
    assertThat(pages().stream().filter(page -> !calls(page).isEmpty())).hasSizeGreaterThan(10);
  }

  @Test
  void aMethodThatNobodyDeclaresIsFound() {
    assertThat(KNOWN).contains("withNetwork", "networkInterface").doesNotContain("withNetwork2");
    assertThat(names(CALL, "a.one()\n    .two(b)")).containsExactly("one", "two");
  }

  private static List<Path> pages() {
    return TREE.textFiles().stream().filter(file -> file.toString().endsWith(".md")).toList();
  }

  private static Set<String> calls(Path page) {
    return names(CALL, code(page));
  }

  private static String code(Path page) {
    return CODE.matcher(SourceTree.read(page))
        .results()
        .map(block -> block.group(1))
        .collect(Collectors.joining("\n"));
  }

  private static Set<String> known() {
    Set<String> known =
        OF_THE_JDK.stream()
            .flatMap(type -> Stream.of(type.getMethods()))
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    TREE.javaSources().stream()
        .filter(JavaSource::isMain)
        .forEach(source -> known.addAll(names(DECLARED, SourceTree.read(source.file()))));
    return known;
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
