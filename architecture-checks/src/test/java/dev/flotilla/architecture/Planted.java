package dev.flotilla.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles sources that break a rule and hands their classes to the rule. */
final class Planted {
  private final Path folder;
  private final List<Path> sources = new ArrayList<>();

  Planted(Path folder) {
    this.folder = folder;
  }

  /** A public class {@code name} in the package, with the given members. */
  Planted type(String packageName, String name, String members) throws IOException {
    Path file =
        folder.resolve("src").resolve(packageName.replace('.', '/')).resolve(name + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file, "package %s;\npublic class %s {\n%s\n}\n".formatted(packageName, name, members));
    sources.add(file);
    return this;
  }

  JavaClasses compile() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-d", classes.toString(), "-proc:none", "-nowarn");
      boolean compiled =
          compiler
              .getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!compiled) {
        throw new IllegalStateException("a plant does not compile");
      }
    }
    return new ClassFileImporter().importPath(classes);
  }
}
