package dev.flotilla.checks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A checkout: its modules, its Java sources and its text files, read once. */
final class SourceTree {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final List<String> BINARY =
      List.of(".jar", ".png", ".jdb", ".class", ".gz", ".bin");
  private static final List<String> SKIPPED = List.of(".git", "target", ".idea", "node_modules");

  private final Path root;
  private final List<String> modules;
  private final List<JavaSource> javaSources;

  private SourceTree(Path root) {
    this.root = root;
    this.modules = modulesOf(root);
    this.javaSources = JavaSource.parse(javaFiles());
  }

  /** The checkout that the tests run in. */
  static SourceTree ofThisBuild() {
    return new SourceTree(rootOfThisBuild());
  }

  static SourceTree at(Path root) {
    return new SourceTree(root);
  }

  static Path rootOfThisBuild() {
    Path candidate = Path.of("").toAbsolutePath();
    while (!Files.exists(candidate.resolve("mvnw"))) {
      candidate = candidate.getParent();
      if (candidate == null) {
        throw new IllegalStateException("no checkout above " + Path.of("").toAbsolutePath());
      }
    }
    return candidate;
  }

  static List<String> modulesOf(Path root) {
    List<String> modules = new ArrayList<>();
    Matcher matcher = MODULE.matcher(read(root.resolve("pom.xml")));
    while (matcher.find()) {
      modules.add(matcher.group(1));
    }
    return modules;
  }

  List<JavaSource> javaSources() {
    return javaSources;
  }

  List<String> modules() {
    return modules;
  }

  Path root() {
    return root;
  }

  String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** What git tracks; in a tree without git, every file that no build made. */
  List<Path> textFiles() {
    List<Path> files = Files.exists(root.resolve(".git")) ? trackedFiles() : walk(root);
    return files.stream().filter(SourceTree::isText).toList();
  }

  private List<Path> javaFiles() {
    List<Path> files = new ArrayList<>();
    for (String module : modules) {
      Path sources = root.resolve(module).resolve("src");
      if (Files.exists(sources)) {
        walk(sources).stream()
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(files::add);
      }
    }
    return files;
  }

  private List<Path> trackedFiles() {
    try {
      Process git = new ProcessBuilder("git", "ls-files", "-z").directory(root.toFile()).start();
      String names;
      try (InputStream output = git.getInputStream()) {
        names = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      }
      return Arrays.stream(names.split("\0"))
          .map(root::resolve)
          .filter(Files::isRegularFile)
          .toList();
    } catch (IOException e) {
      return walk(root);
    }
  }

  private static List<Path> walk(Path start) {
    try (Stream<Path> paths = Files.walk(start)) {
      return paths.filter(Files::isRegularFile).filter(file -> isOurs(start, file)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOurs(Path start, Path file) {
    for (Path part : start.relativize(file)) {
      if (SKIPPED.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isText(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return BINARY.stream().noneMatch(name::endsWith) && read(file).indexOf('\0') < 0;
  }

  static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
