package dev.flotilla.bench;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A Java program that runs in a process of its own, on the JVM that runs the harness.
 *
 * @param classPath as {@code java -cp} takes it
 * @param mainClass the class with {@code main}
 * @param jvmOptions options for the JVM, before the class
 * @param arguments arguments for {@code main}
 * @param environment variables beside those of this process
 */
public record JavaProgram(
    String classPath,
    String mainClass,
    List<String> jvmOptions,
    List<String> arguments,
    Map<String, String> environment) {
  /** Copies the lists and the map. */
  public JavaProgram {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** A program in the environment of this process. */
  public JavaProgram(
      String classPath, String mainClass, List<String> jvmOptions, List<String> arguments) {
    this(classPath, mainClass, jvmOptions, arguments, Map.of());
  }

  /** The same program with one more argument at the end. */
  public JavaProgram withArgument(String argument) {
    List<String> more = new ArrayList<>(arguments);
    more.add(argument);
    return new JavaProgram(classPath, mainClass, jvmOptions, more, environment);
  }

  /** The same program with one more option for its JVM. */
  public JavaProgram withJvmOption(String option) {
    List<String> more = new ArrayList<>(jvmOptions);
    more.add(option);
    return new JavaProgram(classPath, mainClass, more, arguments, environment);
  }

  /** The same program with these variables, in place of others that it was given. */
  public JavaProgram withEnvironment(Map<String, String> variables) {
    return new JavaProgram(classPath, mainClass, jvmOptions, arguments, variables);
  }

  /** The program {@code java} that runs this process. */
  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** The words of the command that starts it. */
  public List<String> command() {
    List<String> words = new ArrayList<>();
    words.add(java().toString());
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
    Path source = codeSourceOf(member);
    Path directory = Objects.requireNonNull(source.getParent(), "a jar is in a directory");
    if (!Files.isRegularFile(source) || !Files.isDirectory(directory.resolve("lib"))) {
      return System.getProperty("java.class.path");
    }
    return source + File.pathSeparator + directory.resolve("lib").resolve("*");
  }

  /** The jar or the directory that a class comes from. */
  public static Path codeSourceOf(Class<?> member) {
    try {
      return Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("unreadable code source of " + member, e);
    }
  }
}
