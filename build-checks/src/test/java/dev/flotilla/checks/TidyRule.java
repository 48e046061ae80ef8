package dev.flotilla.checks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules on the text of the sources. There is no list of files that may break one.
 *
 * <p>Words that a rule forbids are put together from parts here, since the rules read this file
 * too.
 */
enum TidyRule {
  SHORT_FILES(
      tree ->
          eachJava(
              tree, source -> source.lines() > 500, source -> source.lines() + " lines > 500")),

  SHORT_METHODS(
      tree ->
          tree.javaSources().stream()
              .flatMap(
                  source ->
                      source.methods().stream()
                          .filter(method -> method.lines() > 60)
                          .map(
                              method ->
                                  "%s: %s has %d lines > 60"
                                      .formatted(
                                          tree.relative(source.file()),
                                          method.name(),
                                          method.lines())))
              .toList()),

  PACKAGES_ARE_DESCRIBED(TidyRule::packagesWithoutPage),

  NAMES_SAY_SOMETHING(
      tree ->
          eachJava(
              tree,
              source -> source.isMain() && source.types().stream().anyMatch(TidyRule::isEmptyName),
              source -> "a type named " + source.types())),

  TESTS_DO_NOT_SLEEP(
      tree ->
          eachJava(
              tree,
              source ->
                  !source.isMain()
                      && !Collections.disjoint(source.calls(), Set.of("sleep", "parkNanos")),
              source -> "sleeps; pump the loop, move the clock or wait for a signal")),

  TESTS_RUN(
      tree ->
          eachJava(
              tree,
              source -> source.annotations().contains("Disabled"),
              source -> "a test is switched off")),

  /** What has the digits of a country is read by no program, and differs between members. */
  FORMATS_ARE_THE_SAME_EVERYWHERE(
      tree ->
          eachJava(
              tree,
              source -> source.isMain() && source.formats().stream().anyMatch(TidyRule::asksLocale),
              source ->
                  "asks the default locale: write %s for a whole number, or name Locale.ROOT: "
                      + source.formats().stream().filter(TidyRule::asksLocale).toList())),

  NOTHING_IS_LEFT_FOR_LATER(tree -> eachText(tree, "\\b(TO" + "DO|FIX" + "ME)\\b")),

  NO_AUTHOR_TAGS(tree -> eachText(tree, "^\\s*\\*\\s*@" + "author\\b")),

  FILES_END_WITH_A_NEWLINE(
      tree ->
          tree.textFiles().stream()
              .filter(file -> endsWithoutNewline(SourceTree.read(file)))
              .map(file -> tree.relative(file) + ": no newline at the end")
              .toList()),

  NO_MACHINE_PATHS(
      tree -> eachText(tree, "(?<![\\w.}])/(wo" + "rk/|tm" + "p/\\w|ho" + "me/\\w|ro" + "ot/)")),

  NO_REGISTRY_HOSTS(tree -> eachText(tree, registryHosts())),

  BACKENDS_ONLY_IN_PROGRAMS(TidyRule::logBackendsInLibraries),

  /** The launcher builds without tests; Maven then resolves no module that depends on the jar. */
  TEST_JARS_ARE_ALWAYS_BUILT(
      tree ->
          poms(tree)
              .flatMap(
                  pom ->
                      hits(
                          tree,
                          pom,
                          Pattern.compile(
                              "<goal>test-jar</goal>"
                                  + "(?!(?:(?!</execution>)[\\s\\S])*<skip>false</skip>)")))
              .toList()),

  /**
   * A profile may leave tests out. Without one, another execution runs what one excludes, or the
   * profile full does.
   */
  ALL_TESTS_RUN(TidyRule::groupsThatNothingRuns);

  private static final Set<String> PROGRAMS =
      Set.of("server", "gateway", "bench-harness", "zk-baseline", "bench-ratis", "system-tests");

  private final Function<SourceTree, List<String>> check;

  TidyRule(Function<SourceTree, List<String>> check) {
    this.check = check;
  }

  /** One line for each violation, the file first. */
  List<String> violations(SourceTree tree) {
    return check.apply(tree);
  }

  private static List<String> eachJava(
      SourceTree tree, Predicate<JavaSource> violates, Function<JavaSource, String> what) {
    return tree.javaSources().stream()
        .filter(violates)
        .map(source -> tree.relative(source.file()) + ": " + what.apply(source))
        .toList();
  }

  private static List<String> eachText(SourceTree tree, String forbidden) {
    Pattern pattern = Pattern.compile(forbidden, Pattern.MULTILINE);
    return tree.textFiles().stream()
        .filter(file -> !isMadeByTheWrapper(tree.relative(file)))
        .flatMap(file -> hits(tree, file, pattern))
        .toList();
  }

  private static Stream<String> hits(SourceTree tree, Path file, Pattern pattern) {
    return pattern
        .matcher(SourceTree.read(file))
        .results()
        .map(hit -> tree.relative(file) + ": " + hit.group().strip());
  }

  private static boolean isMadeByTheWrapper(String file) {
    return file.startsWith("mvnw") || file.startsWith(".mvn/wrapper/");
  }

  private static List<String> packagesWithoutPage(SourceTree tree) {
    Set<Path> described =
        tree.javaSources().stream()
            .filter(source -> source.isPackageInfo() && source.annotations().contains("NullMarked"))
            .map(source -> source.file().getParent())
            .collect(Collectors.toSet());
    return tree.javaSources().stream()
        .filter(source -> source.isMain() && !source.file().endsWith("module-info.java"))
        .map(source -> source.file().getParent())
        .distinct()
        .filter(folder -> !described.contains(folder))
        .map(folder -> tree.relative(folder) + ": no package-info.java with @NullMarked")
        .toList();
  }

  private static boolean isEmptyName(String type) {
    return !type.equals("BenchmarkManager") && type.matches(".*(Impl|Manager|Utils?|Helper)");
  }

  /** These conversions do not: %s, %c, %b, %x, with a width or without, %n and %%. */
  private static boolean asksLocale(String pattern) {
    return pattern.replaceAll("%([0-9]+\\$)?[-0-9]*[scbxX]|%[n%]", "").contains("%");
  }

  private static boolean endsWithoutNewline(String text) {
    return !text.isEmpty() && !text.endsWith("\n");
  }

  private static String registryHosts() {
    return Stream.of(
            List.of("repo1?", "maven", "(apache\\.)?org"),
            List.of("central", "sonatype"),
            List.of("registry", "npmjs"),
            List.of("pypi", "org"),
            List.of("files", "pythonhosted"),
            List.of("proxy", "golang"),
            List.of("crates", "io"),
            List.of("deb", "debian", "org"))
        .map(parts -> String.join("\\.", parts))
        .collect(Collectors.joining("|", "\\b(", ")\\b"));
  }

  private static List<String> logBackendsInLibraries(SourceTree tree) {
    Pattern backend =
        Pattern.compile(
            "<artifactId>(logback-[a-z]+|slf4j-(simple|jdk14|nop|reload4j)|log4j-core)</artifactId>"
                + "(?!\\s*(<version>[^<]*</version>\\s*)?<scope>test</scope>)");
    return poms(tree)
        .filter(pom -> !PROGRAMS.contains(pom.getParent().getFileName().toString()))
        .flatMap(pom -> hits(tree, pom, backend))
        .toList();
  }

  private static List<String> groupsThatNothingRuns(SourceTree tree) {
    Pattern excluded = Pattern.compile("<excludedGroups>([^<]*)</excludedGroups>");
    boolean hasFull =
        Pattern.compile("<id>full</id>(?:(?!</profile>)[\\s\\S])*<excludedGroups/>")
            .matcher(SourceTree.read(tree.root().resolve("pom.xml")))
            .find();
    return Stream.concat(Stream.of(tree.root().resolve("pom.xml")), poms(tree))
        .flatMap(
            pom -> {
              String text = SourceTree.read(pom).replaceAll("(?s)<profile>.*?</profile>", "");
              return excluded
                  .matcher(text)
                  .results()
                  .flatMap(hit -> Stream.of(hit.group(1).split(",")))
                  .filter(group -> !group.equals("${excludedGroups}"))
                  .filter(group -> !text.contains("<groups>" + group + "</groups>"))
                  .filter(group -> !(hasFull && group.equals("full")))
                  .map(group -> tree.relative(pom) + ": nothing runs the group " + group);
            })
        .toList();
  }

  private static Stream<Path> poms(SourceTree tree) {
    return tree.modules().stream()
        .map(module -> tree.root().resolve(module).resolve("pom.xml"))
        .filter(Files::exists);
  }
}
