package dev.flotilla.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plants one violation of each rule in a small tidy tree and sees that rule, and no other, object.
 */
class TidyRuleTest {
  private static final String MAIN = "one/src/main/java/p/";
  private static final String TEST = "one/src/test/java/p/";

  private static final Map<TidyRule, Plant> PLANTS = new EnumMap<>(TidyRule.class);

  static {
    plant(TidyRule.SHORT_FILES, MAIN + "A.java", "final class A {}\n" + "// more\n".repeat(500));
    plant(
        TidyRule.SHORT_METHODS,
        TEST + "A.java",
        "final class A {\n  void f() {\n" + "    f();\n".repeat(59) + "  }\n}\n");
    plant(TidyRule.PACKAGES_ARE_DESCRIBED, MAIN + "q/A.java", "final class A {}\n");
    plant(
        TidyRule.NAMES_SAY_SOMETHING,
        MAIN + "A.java",
        "final class A {\n  interface ThingImpl {}\n}\n");
    plant(
        TidyRule.TESTS_DO_NOT_SLEEP,
        TEST + "A.java",
        "class A {\n  void f() throws Exception {\n    Thread.sleep(1);\n  }\n}\n");
    plant(TidyRule.TESTS_RUN, TEST + "A.java", "class A {\n  @Disabled\n  void f() {}\n}\n");
    plant(
        TidyRule.FORMATS_ARE_THE_SAME_EVERYWHERE,
        MAIN + "A.java",
        "class A {\n  String f(long n) {\n    return \"%d\".formatted(n);\n  }\n}\n");
    plant(TidyRule.NOTHING_IS_LEFT_FOR_LATER, "README.md", "TO" + "DO: write\n");
    plant(TidyRule.NO_AUTHOR_TAGS, MAIN + "A.java", "/**\n * @" + "author me\n */\nclass A {}\n");
    plant(TidyRule.FILES_END_WITH_A_NEWLINE, "README.md", "words");
    plant(TidyRule.NO_MACHINE_PATHS, "docs/a.md", "see /tm" + "p/results\n");
    plant(TidyRule.NO_REGISTRY_HOSTS, "docs/a.md", "https://repo.maven" + ".apache.org/maven2\n");
    plant(
        TidyRule.BACKENDS_ONLY_IN_PROGRAMS,
        "one/pom.xml",
        "<artifactId>logback-classic</artifactId>\n<scope>runtime</scope>\n");
    plant(
        TidyRule.TEST_JARS_ARE_ALWAYS_BUILT,
        "one/pom.xml",
        "<execution><goal>test-jar</goal></execution>\n<skip>false</skip>\n");
    plant(
        TidyRule.ALL_TESTS_RUN,
        "one/pom.xml",
        "<excludedGroups>slow</excludedGroups>\n<groups>other</groups>\n");
  }

  @TempDir private Path root;

  private record Plant(String file, String text) {}

  private static void plant(TidyRule rule, String file, String text) {
    PLANTS.put(rule, new Plant(file, text));
  }

  @BeforeEach
  void layATidyTree() throws IOException {
    write("pom.xml", "<modules><module>one</module></modules>\n");
    write(MAIN + "package-info.java", "@NullMarked\npackage p;\n");
    write(MAIN + "Good.java", "final class Good {}\n");
    write(TEST + "GoodTest.java", "class GoodTest {\n  void f() {}\n}\n");
    write("one/target/Made.java", "TO" + "DO");
  }

  @ParameterizedTest
  @EnumSource(TidyRule.class)
  void aTidyTreePasses(TidyRule rule) {
    assertThat(rule.violations(SourceTree.at(root))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(TidyRule.class)
  void aPlantIsCaughtByItsRuleAlone(TidyRule rule) throws IOException {
    Plant plant = PLANTS.get(rule);
    write(plant.file(), plant.text());
    SourceTree tree = SourceTree.at(root);
    for (TidyRule other : TidyRule.values()) {
      assertThat(other.violations(tree)).as(other.name()).hasSize(other == rule ? 1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<profile><excludedGroups>slow</excludedGroups></profile>\n",
        "<excludedGroups>slow</excludedGroups>\n<groups>slow</groups>\n",
      })
  void testsMayBeLeftOutByAProfileOrRunByAnotherExecution(String pom) throws IOException {
    write("one/pom.xml", pom);
    assertThat(TidyRule.ALL_TESTS_RUN.violations(SourceTree.at(root))).isEmpty();
  }

  @Test
  void theProfileFullMayRunWhatAPlainBuildLeavesOut() throws IOException {
    String plain =
        "<modules><module>one</module></modules>\n<excludedGroups>full</excludedGroups>\n";
    write("pom.xml", plain);
    assertThat(TidyRule.ALL_TESTS_RUN.violations(SourceTree.at(root))).hasSize(1);

    write("pom.xml", plain + "<profile><id>full</id><excludedGroups/></profile>\n");
    assertThat(TidyRule.ALL_TESTS_RUN.violations(SourceTree.at(root))).isEmpty();
  }

  @Test
  void aBackendForTestsIsNoViolation() throws IOException {
    write("one/pom.xml", "<artifactId>slf4j-simple</artifactId>\n<scope>test</scope>\n");
    assertThat(TidyRule.BACKENDS_ONLY_IN_PROGRAMS.violations(SourceTree.at(root))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Thread.sleep(1)", "TimeUnit.DAYS.sleep(1)", "LockSupport.parkNanos(1)"})
  void aTestThatSleepsIsCaughtHoweverItDoes(String call) throws IOException {
    write(TEST + "A.java", "class A {\n  void f() throws Exception {\n    " + call + ";\n  }\n}\n");
    assertThat(TidyRule.TESTS_DO_NOT_SLEEP.violations(SourceTree.at(root))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(\"%s, \" + \"%d\").formatted(1, 2)",
        "(\"%s\" + x).formatted(1)",
        "x.formatted(1)",
        "\"%,d\".formatted(1)",
        "\"%019d\".formatted(1)",
        "\"%1$tF\".formatted(x)",
        "\"%1$d\".formatted(1)",
        "\"%S\".formatted(x)",
        "String.format(\"%.1f\", 1.0)",
        "String.format(Locale.getDefault(), \"%s\", 1)",
        "System.out.printf(\"RUN %d%n\", 1)",
      })
  void aFormatThatAsksTheLocaleIsCaught(String expression) throws IOException {
    assertThat(formats(expression)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(\"%s of %5s, \" + \"%08x %c %% %n\").formatted(1, 2, 3, 'x')",
        "String.format(Locale.ROOT, \"%.1f\", 1.0)",
        "\"%1$s and %1$s, %2$5s\".formatted(1, 2)",
        "String.format(Locale.ROOT, x, 1)",
        "System.out.printf(Locale.ROOT, \"%d%n\", 1)",
        "time.format(x)",
      })
  void aFormatThatIsTheSameEverywhereIsNoViolation(String expression) throws IOException {
    assertThat(formats(expression)).isEmpty();
  }

  private List<String> formats(String expression) throws IOException {
    write(MAIN + "A.java", "class A {\n  Object f() {\n    return " + expression + ";\n  }\n}\n");
    return TidyRule.FORMATS_ARE_THE_SAME_EVERYWHERE.violations(SourceTree.at(root));
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
