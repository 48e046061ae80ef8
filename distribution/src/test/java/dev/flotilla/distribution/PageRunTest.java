package dev.flotilla.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.PageCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Carries out every line of README and the tutorials that calls {@code ./flotilla}, in a directory
 * of its own, and looks at the exit codes. Groups get names of their own, since other groups may
 * run on the machine.
 */
@Tag("full")
class PageRunTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String README = "README.md";
  private static final String LOCK_AND_MAP = "docs/tutorial/lock-and-map.md";
  private static final String THERMOSTAT = "docs/tutorial/thermostat.md";

  @TempDir private Path directory;

  private final String suffix = "-" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void everyBlockOfTheFirstPagesHasItsScene() throws IOException {
    assertThat(blocks(README)).hasSize(4);
    assertThat(blocks(LOCK_AND_MAP)).hasSize(2);
    assertThat(blocks(THERMOSTAT)).hasSize(3);
    try (Stream<Path> tutorials = Files.list(ROOT.resolve("docs/tutorial"))) {
      assertThat(tutorials.map(it -> ROOT.relativize(it).toString()))
          .containsExactlyInAnyOrder(LOCK_AND_MAP, THERMOSTAT);
    }
  }

  @Test
  void theDemoOfReadmeIsVerified() throws Exception {
    try (PageScene scene = new PageScene(directory)) {
      assertThat(scene.run(blocks(README).get(0)).finish()).isEmpty();
    }
  }

  @Test
  void theGroupOfReadmeGrows() throws Exception {
    try (PageScene scene = new PageScene(directory).with("log", "log" + suffix)) {
      scene.run(blocks(README).get(1)).run(blocks(README).get(3));
      assertThat(scene.finish()).isEmpty();
    }
  }

  @Test
  void theGroupOfReadmeWithKeysTakesACommand() throws Exception {
    String group = "log" + suffix;
    try (PageScene scene = new PageScene(directory).with("log", group)) {
      scene
          .eachHost("DIR", "flotilla-data/host-%d")
          .eachHost("/etc/flotilla/keys", group + "-keys/member-%d")
          .run(blocks(README).get(2));
      assertThat(scene.finish()).isEmpty();
    }
  }

  @Test
  void theTutorialOfALockAndAMapWorks() throws Exception {
    List<List<String>> servers = blocks(LOCK_AND_MAP).get(0);
    try (PageScene scene = new PageScene(directory).with("shop", "shop" + suffix)) {
      assertThat(scene.run(servers).finish()).isEmpty();
    }
    // As its step 5 says in words.
    try (PageScene scene = new PageScene(directory).with("recipes", "key-value")) {
      scene
          .with("shop", "store" + suffix)
          .with("store", "store" + suffix)
          .with("flotilla-data/shop-a", "flotilla-data/store-a")
          .with("flotilla-data/shop-b", "flotilla-data/store-b")
          .with("flotilla-data/shop-c", "flotilla-data/store-c")
          .run(servers)
          .run(blocks(LOCK_AND_MAP).get(1));
      assertThat(scene.finish()).isEmpty();
    }
  }

  @Test
  void theTutorialOfThermostatsWorks() throws Exception {
    String hall = "hall" + suffix;
    try (PageScene scene = new PageScene(directory).with("hall", hall)) {
      assertThat(scene.run(blocks(THERMOSTAT).get(0)).finish()).isEmpty();
    }
    String guarded = "guarded" + suffix;
    try (PageScene scene = new PageScene(directory).with("hall", guarded)) {
      scene
          .run(blocks(THERMOSTAT).get(1))
          .eachHost("flotilla-data/hall-a", "flotilla-data/guarded-%d")
          .eachHost("member-1", guarded + "-keys/member-%d")
          .run(blocks(THERMOSTAT).get(2));
      assertThat(scene.finish()).isEmpty();
    }
  }

  @Test
  void aLineThatFailsIsFound() throws Exception {
    String page =
        """
        ```
        ./flotilla keys init hall --members 0
        ./flotilla server --group hall --expect 3 --data flotilla-data/a --port 99999
        ```
        """;
    try (PageScene scene = new PageScene(directory)) {
      assertThat(scene.run(PageCalls.blocks(page).get(0)).finish())
          .hasSize(2)
          .allMatch(it -> it.matches("(?s).*(keys, init|server, --group).* ends with [1-9].*"));
    }
  }

  private static List<List<List<String>>> blocks(String page) throws IOException {
    return PageCalls.blocks(Files.readString(ROOT.resolve(page)));
  }
}
