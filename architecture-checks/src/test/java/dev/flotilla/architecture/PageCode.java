package dev.flotilla.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles the Java blocks of a page inside a frame, which has what the page does not show:
 * imports, variables and the methods around statements.
 *
 * <p>A frame is a file in {@code src/test/resources/pages}, named after the page. Its line {@code
 * //1} stands for the first block of the page, {@code //2} for the second. {@code //1 before TEXT}
 * and {@code //1 from TEXT} stand for the part of a block before the line that begins with the
 * text, and for the rest.
 */
final class PageCode {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```java\\n(.*?)^ *```");
  private static final Pattern PLACE = Pattern.compile("(?m)^ *//(\\d+)(?: (before|from) (.+))?$");

  private PageCode() {}

  /** The Java blocks of a page. */
  static List<String> blocks(String page) {
    return BLOCK.matcher(page).results().map(it -> it.group(1)).toList();
  }

  /** The blocks, by number from 1, that the frame leaves out, in whole or in part. */
  static List<Integer> leftOut(String frame, List<String> blocks) {
    return IntStream.rangeClosed(1, blocks.size())
        .filter(number -> !isWhole(number, frame))
        .boxed()
        .toList();
  }

  private static boolean isWhole(int number, String frame) {
    List<MatchResult> places =
        PLACE.matcher(frame).results().filter(it -> it.group(1).equals("" + number)).toList();
    return places.stream().anyMatch(it -> it.group(2) == null)
        || places.stream()
            .filter(it -> "before".equals(it.group(2)))
            .anyMatch(
                before ->
                    places.stream()
                        .filter(it -> "from".equals(it.group(2)))
                        .anyMatch(from -> before.group(3).equals(from.group(3))));
  }

  /** The frame with the blocks in it. */
  static String framed(String frame, List<String> blocks) {
    return PLACE
        .matcher(frame)
        .replaceAll(place -> java.util.regex.Matcher.quoteReplacement(part(place, blocks)));
  }

  private static String part(MatchResult place, List<String> blocks) {
    String block = blocks.get(Integer.parseInt(place.group(1)) - 1);
    if (place.group(2) == null) {
      return block;
    }
    int at = block.indexOf(place.group(3));
    if (at < 0) {
      throw new AssertionError("no '" + place.group(3) + "' in the block:\n" + block);
    }
    return place.group(2).equals("before") ? block.substring(0, at) : block.substring(at);
  }

  /** Compiles sources, each in a package of its own; returns the errors. */
  static List<String> errors(List<Unit> units, String classPath, Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of("-proc:none", "-nowarn", "-cp", classPath, "-d", classes.toString());
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      sources.add(new Source("page" + i, units.get(i)));
    }
    compiler.getTask(null, null, found, options, null, sources).call();
    return found.getDiagnostics().stream()
        .filter(it -> it.getKind() == Diagnostic.Kind.ERROR)
        .map(PageCode::text)
        .toList();
  }

  private static String text(Diagnostic<? extends JavaFileObject> error) {
    if (!(error.getSource() instanceof Source source)) {
      return error.getMessage(Locale.ROOT);
    }
    List<String> lines = source.text.lines().toList();
    return source.unit.page()
        + ": "
        + error.getMessage(Locale.ROOT)
        + " at: "
        + lines.get((int) error.getLineNumber() - 1).strip();
  }

  /**
   * A page's code in its frame.
   *
   * @param page the path of the page
   * @param code what is compiled
   */
  record Unit(String page, String code) {}

  private static final class Source extends SimpleJavaFileObject {
    private final Unit unit;
    private final String text;

    Source(String name, Unit unit) {
      super(URI.create("string:///" + name + "/Page.java"), Kind.SOURCE);
      this.unit = unit;
      this.text = "package " + name + ";\n" + unit.code();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Where the frame of a page is. */
  static Path frame(Path frames, String page) {
    return frames.resolve(
        page.replaceFirst("^docs/", "").replace('/', '.').replaceFirst("\\.md$", ".txt"));
  }

  /** The pages for users below a checkout, by their paths. */
  static List<String> pages(Path root) {
    try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
      return Stream.concat(Stream.of(root.resolve("README.md")), files)
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(".md"))
          .filter(name -> !name.startsWith("docs/adr/") && !name.startsWith("docs/evidence/"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
