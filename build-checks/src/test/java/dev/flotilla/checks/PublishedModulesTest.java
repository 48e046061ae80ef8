package dev.flotilla.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code deploy} publishes, and where users read about it. */
class PublishedModulesTest {
  private static final SourceTree TREE = SourceTree.ofThisBuild();
  private static final Pattern MANAGED =
      Pattern.compile("<artifactId>(flotilla-(?!bom)[a-z-]+)</artifactId>");
  private static final Pattern VERSION = Pattern.compile("(?m)^  <version>([^<]+)</version>");

  @Test
  void theBomListsExactlyThePublishedLibraries() {
    List<String> published =
        TREE.modules().stream()
            .filter(module -> Files.isDirectory(TREE.root().resolve(module).resolve("src")))
            .filter(module -> !pom(module).contains("<maven.deploy.skip>true"))
            .map(module -> "flotilla-" + module)
            .filter(name -> !name.equals("flotilla-distribution"))
            .toList();

    assertThat(found(MANAGED, List.of(pom("bom")))).containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void theBomHasTheVersionOfTheOthers() {
    assertThat(found(VERSION, List.of(pom("bom"))))
        .isEqualTo(found(VERSION, List.of(SourceTree.read(TREE.root().resolve("pom.xml")))));
  }

  private static String pom(String module) {
    Path pom = TREE.root().resolve(module).resolve("pom.xml");
    return SourceTree.read(pom);
  }

  private static List<String> found(Pattern pattern, List<String> texts) {
    return texts.stream()
        .flatMap(text -> pattern.matcher(text).results())
        .map(hit -> hit.group(1))
        .toList();
  }
}
