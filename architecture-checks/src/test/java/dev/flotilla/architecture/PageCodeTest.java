package dev.flotilla.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code in README and the pages for users compiles. */
class PageCodeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path FRAMES = Path.of("src/test/resources/pages");

  /** Compiled and run by system-tests/stubs, against classes that a tool generates. */
  private static final Set<String> ELSEWHERE = Set.of("docs/how-to/call-from-another-language.md");

  @TempDir private Path classes;

  @Test
  void theCodeOfThePagesCompiles() {
    List<PageCode.Unit> units = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String page : PageCode.pages(ROOT)) {
      List<String> blocks = PageCode.blocks(PageCode.read(ROOT.resolve(page)));
      Path frame = PageCode.frame(FRAMES, page);
      if (blocks.isEmpty() || ELSEWHERE.contains(page)) {
        continue;
      }
      if (!Files.exists(frame)) {
        problems.add(page + " has Java code; write its frame " + frame);
        continue;
      }
      String text = PageCode.read(frame);
      PageCode.leftOut(text, blocks)
          .forEach(number -> problems.add(frame + " leaves out block " + number + " of " + page));
      units.add(new PageCode.Unit(page, PageCode.framed(text, blocks)));
    }
    problems.addAll(PageCode.errors(units, System.getProperty("java.class.path"), classes));

    assertThat(problems).isEmpty();
    assertThat(units).hasSizeGreaterThan(15);
  }

  @Test
  void aMethodThatDoesNotExistIsFound() {
    String page = "Text\n\n```java\nint length = name.size();\n```\n";
    String frame = "class Page {\n  void show(String name) {\n    //1\n  }\n}\n";

    List<String> blocks = PageCode.blocks(page);

    assertThat(PageCode.leftOut(frame, blocks)).isEmpty();
    assertThat(PageCode.leftOut("class Page {}", blocks)).containsExactly(1);
    assertThat(PageCode.leftOut("//1 before x\n", blocks)).containsExactly(1);
    assertThat(PageCode.leftOut("//1 before x\n//1 from x\n", blocks)).isEmpty();
    assertThat(
            PageCode.errors(
                List.of(new PageCode.Unit("a page", PageCode.framed(frame, blocks))), "", classes))
        .singleElement()
        .asString()
        .contains("a page: cannot find symbol", "at: int length = name.size();");
  }
}
