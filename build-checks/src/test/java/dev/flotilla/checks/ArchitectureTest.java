package dev.flotilla.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of {@link ArchitectureRules} over the classes of this whole checkout. */
class ArchitectureTest {
  private static final Path ROOT = SourceTree.rootOfThisBuild();
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
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
        ArchitectureRules.THE_CORE_IS_PURE,
        ArchitectureRules.THE_CORE_HAS_AN_ORDER);
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
    JavaClasses classes = new ClassFileImporter().importPath(classesOf(module.name()));
    assertThat(classes).isNotEmpty();
    assertThat(classes)
        .extracting(JavaClass::getPackageName)
        .allSatisfy(name -> assertThat(ModuleTable.moduleOf(name)).isEqualTo(module));
  }

  @Test
  void everyModuleStandsInTheTable() {
    assertThat(SourceTree.modulesOf(ROOT))
        .filteredOn(module -> !module.equals("build-checks"))
        .containsExactlyInAnyOrderElementsOf(
            ModuleTable.rows().stream().map(ModuleTable.Row::name).toList());
  }

  private static Path classesOf(String module) {
    return ROOT.resolve(module).resolve("target/classes");
  }
}
