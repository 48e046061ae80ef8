import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints the sizes of the product's code in a checkout, one row of a table for each module: lines
 * that are neither blank nor comments, classes, classes of the largest package, and the lengths of
 * methods and files. It needs nothing but the JDK, and runs from its source file.
 */
public final class SourceSizes {
  private final List<Integer> methods = new ArrayList<>();
  private final Map<String, Integer> packages = new TreeMap<>();
  private int codeLines;
  private int longestFile;

  private SourceSizes() {}

  /** Takes the directory of a checkout. */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    System.out.println(
        "| module | lines of code | classes | largest package | method p90 | longest method | longest file |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    SourceSizes all = new SourceSizes();
    for (Path module : children(root)) {
      Path sources = module.resolve("src/main/java");
      if (Files.isDirectory(sources)) {
        SourceSizes sizes = new SourceSizes();
        sizes.read(sources);
        System.out.println(sizes.row(module.getFileName().toString()));
        all.add(sizes);
      }
    }
    System.out.println(all.row("all"));
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.sorted().toList();
    }
  }

  private void read(Path sources) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(sources)) {
      files = all.filter(SourceSizes::isClass).toList();
    }
    for (Path file : files) {
      List<String> lines = Files.readAllLines(file);
      codeLines += (int) lines.stream().filter(SourceSizes::isCode).count();
      longestFile = Math.max(longestFile, lines.size());
      packages.merge(Objects.requireNonNull(file.getParent()).toString(), 1, Integer::sum);
    }
    parse(files);
  }

  private static boolean isClass(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }

  private static boolean isCode(String line) {
    String text = line.strip();
    return !text.isEmpty()
        && !text.startsWith("//")
        && !text.startsWith("/*")
        && !text.startsWith("*");
  }

  private void parse(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        measureMethods(unit, positions);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void measureMethods(CompilationUnitTree unit, SourcePositions positions) {
    LineMap lines = unit.getLineMap();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitMethod(MethodTree method, Void nothing) {
        if (method.getBody() != null) {
          long first = lines.getLineNumber(positions.getStartPosition(unit, method));
          long last = lines.getLineNumber(positions.getEndPosition(unit, method));
          methods.add((int) (last - first + 1));
        }
        return super.visitMethod(method, null);
      }
    }.scan(unit, null);
  }

  private void add(SourceSizes other) {
    methods.addAll(other.methods);
    packages.putAll(other.packages);
    codeLines += other.codeLines;
    longestFile = Math.max(longestFile, other.longestFile);
  }

  private String row(String name) {
    List<Integer> sorted = methods.stream().sorted().toList();
    int classes = packages.values().stream().mapToInt(Integer::intValue).sum();
    int largest = packages.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %,d | %d | %d | %d | %d |",
        name,
        codeLines,
        classes,
        largest,
        sorted.isEmpty() ? 0 : sorted.get((int) (0.9 * (sorted.size() - 1))),
        sorted.isEmpty() ? 0 : sorted.get(sorted.size() - 1),
        longestFile);
  }
}
