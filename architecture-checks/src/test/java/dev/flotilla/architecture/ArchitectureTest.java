package dev.flotilla.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of {@link ArchitectureRules} over the classes of this whole checkout. */
class ArchitectureTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ArchitectureTest::isOurs)
          .importPaths(ModuleTable.rows().stream().map(row -> classesOf(row.name())).toList());

  static Stream<ArchRule> rules() {
    return Stream.of(
        ArchitectureRules.ARROWS,
        ArchitectureRules.PACKAGES_OF_LIBRARIES_MAKE_NO_CYCLES,
        ArchitectureRules.STATE_MACHINES_KNOW_ONLY_THE_PORTS,
        ArchitectureRules.CLIENTS_KNOW_THE_WIRE_AND_THE_DIRECTORY,
        ArchitectureRules.XML_STAYS_AT_THE_EDGE,
        ArchitectureRules.ONE_WAY_TO_LOG,
        ArchitectureRules.LIBRARIES_LEAVE_THE_PROCESS_ALONE,
        ArchitectureRules.LIBRARIES_SET_NO_SYSTEM_PROPERTIES,
        ArchitectureRules.NETTY_4_1_IS_ENOUGH,
        ArchitectureRules.THE_CORE_IS_PURE,
        ArchitectureRules.THE_CORE_HAS_AN_ORDER,
        ApiRules.SIGNATURES_NAME_NO_INNER_TYPE,
        ApiRules.CLIENTS_BEGIN_WITHOUT_INNER_TYPES,
        ApiRules.PARAMETERS_ARE_NOT_OPTIONAL);
  }

  static List<ModuleTable.Row> modules() {
    return ModuleTable.rows();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theCodeKeepsTheRule(ArchRule rule) {
    rule.check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleHoldsItsOwnPackagesOnly(ModuleTable.Row module) {
    String folder = classesOf(module.name()).toUri().getPath();
    JavaClasses classes =
        CLASSES.that(
            DescribedPredicate.describe(
                "in " + folder,
                type -> type.getSource().orElseThrow().getUri().getPath().startsWith(folder)));
    assertThat(classes).isNotEmpty();
    assertThat(classes)
        .extracting(JavaClass::getPackageName)
        .allSatisfy(name -> assertThat(ModuleTable.moduleOf(name)).isEqualTo(module));
  }

  @Test
  void everyModuleStandsInTheTable() throws IOException {
    assertThat(modulesOfTheBuild())
        .filteredOn(module -> !module.endsWith("-checks"))
        .filteredOn(module -> Files.isDirectory(ROOT.resolve(module).resolve("src/main/java")))
        .containsExactlyInAnyOrderElementsOf(
            ModuleTable.rows().stream().map(ModuleTable.Row::name).toList());
  }

  private static List<String> modulesOfTheBuild() throws IOException {
    return Pattern.compile("<module>([^<]+)</module>")
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(hit -> hit.group(1))
        .toList();
  }

  /** Not Aalto, which is unpacked into dpws (ADR 24). */
  private static boolean isOurs(Location classFile) {
    return !classFile.contains("/com/fasterxml/");
  }

  private static Path classesOf(String module) {
    return ROOT.resolve(module).resolve("target/classes");
  }
}
