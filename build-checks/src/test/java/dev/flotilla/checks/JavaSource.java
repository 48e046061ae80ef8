package dev.flotilla.checks;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * What the rules want to know of one Java file, taken from the compiler's own parser.
 *
 * @param types simple names of the types declared, nested ones too
 * @param calls simple names of the methods called
 * @param formats patterns of the formats that do not name {@code Locale.ROOT}
 * @param annotations simple names of the annotations used
 */
record JavaSource(
    Path file,
    int lines,
    List<String> types,
    List<Method> methods,
    List<String> calls,
    List<String> formats,
    List<String> annotations) {

  /** Stands in a pattern for what is no literal; it is no conversion. */
  private static final String UNKNOWN = "%?";

  record Method(String name, long lines) {}

  boolean isMain() {
    return file.toString().replace('\\', '/').contains("/src/main/");
  }

  boolean isPackageInfo() {
    return file.endsWith("package-info.java");
  }

  static List<JavaSource> parse(List<Path> files) {
    if (files.isEmpty()) {
      return List.of();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<JavaSource> sources = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        sources.add(of(unit, positions));
      }
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaSource of(CompilationUnitTree unit, SourcePositions positions) {
    Path file = Path.of(unit.getSourceFile().toUri());
    Collector collector = new Collector(unit, positions);
    collector.scan(unit, null);
    int lines = (int) SourceTree.read(file).lines().count();
    return new JavaSource(
        file,
        lines,
        collector.types,
        collector.methods,
        collector.calls,
        collector.formats,
        collector.annotations);
  }

  private static final class Collector extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> types = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<String> formats = new ArrayList<>();
    private final List<String> annotations = new ArrayList<>();

    Collector(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitClass(ClassTree node, @Nullable Void none) {
      types.add(node.getSimpleName().toString());
      return super.visitClass(node, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree node, @Nullable Void none) {
      LineMap map = unit.getLineMap();
      long end = positions.getEndPosition(unit, node);
      if (end >= 0) {
        long first = map.getLineNumber(positions.getStartPosition(unit, node));
        methods.add(new Method(node.getName().toString(), map.getLineNumber(end) - first + 1));
      }
      return super.visitMethod(node, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree node, @Nullable Void none) {
      calls.add(simpleName(node.getMethodSelect()));
      ExpressionTree pattern = patternOf(node);
      if (pattern != null && !pattern.toString().equals("Locale.ROOT")) {
        formats.add(constant(pattern));
      }
      return super.visitMethodInvocation(node, null);
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree node, @Nullable Void none) {
      annotations.add(simpleName(node.getAnnotationType()));
      return super.visitAnnotation(node, null);
    }

    /** Where a call has its pattern, unless a locale stands there; null if it formats nothing. */
    private static @Nullable ExpressionTree patternOf(MethodInvocationTree call) {
      if (!(call.getMethodSelect() instanceof MemberSelectTree select)) {
        return null;
      }
      return switch (select.getIdentifier().toString()) {
        case "formatted" -> select.getExpression();
        case "printf" -> call.getArguments().get(0);
        case "format" ->
            select.getExpression().toString().equals("String") ? call.getArguments().get(0) : null;
        default -> null;
      };
    }

    private static String constant(ExpressionTree expression) {
      if (expression instanceof ParenthesizedTree inner) {
        return constant(inner.getExpression());
      }
      if (expression instanceof BinaryTree sum) {
        return constant(sum.getLeftOperand()) + constant(sum.getRightOperand());
      }
      return expression instanceof LiteralTree literal
          ? String.valueOf(literal.getValue())
          : UNKNOWN;
    }

    private static String simpleName(Tree name) {
      if (name instanceof MemberSelectTree select) {
        return select.getIdentifier().toString();
      }
      return name instanceof IdentifierTree identifier ? identifier.getName().toString() : "";
    }
  }
}
