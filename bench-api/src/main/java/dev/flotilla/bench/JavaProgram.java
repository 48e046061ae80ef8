package dev.flotilla.bench;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A Java program that runs in a process of its own, on the JVM that runs the harness.
 *
 * @param classPath as {@code java -cp} takes it
 * @param mainClass the class with {@code main}
 * @param jvmOptions options for the JVM, before the class
 * @param arguments arguments for {@code main}
 */
public record JavaProgram(
    String classPath, String mainClass, List<String> jvmOptions, List<String> arguments) {
  /** Copies the lists. */
  public JavaProgram {
    Objects.requireNonNull(classPath, "classPath");
    Objects.requireNonNull(mainClass, "mainClass");
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }

  /** The same program with one more argument at the end. */
  public JavaProgram withArgument(String argument) {
    List<String> more = new ArrayList<>(arguments);
    more.add(argument);
    return new JavaProgram(classPath, mainClass, jvmOptions, more);
  }

  /** The words of the command that starts it. */
  public List<String> command() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvmOptions);
    words.add("-cp");
    words.add(classPath);
    words.add(mainClass);
    words.addAll(arguments);
    return words;
  }

  /**
   * The class path of the module that a class comes from: its jar's directory and the {@code lib}
   * beside it if it was packaged, else (in tests) the class path of this process.
   *
   * @param member any class of the module
   */
  public static String classPathOf(Class<?> member) {
    Path source;
    try {
      source = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("unreadable code source of " + member, e);
    }
    Path directory = Objects.requireNonNull(source.getParent(), "a jar is in a directory");
    if (!Files.isRegularFile(source) || !Files.isDirectory(directory.resolve("lib"))) {
      return System.getProperty("java.class.path");
    }
    return source + File.pathSeparator + directory.resolve("lib").resolve("*");
  }
}
