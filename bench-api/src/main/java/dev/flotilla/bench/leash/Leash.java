package dev.flotilla.bench.leash;

import dev.flotilla.bench.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs another program and ends the JVM as soon as its standard input ends: a server dies with the
 * process that started it, also if that one is killed by SIGKILL, because the system then closes
 * the pipe.
 */
public final class Leash {
  /** As of a process that was ended by SIGKILL. */
  private static final int KILLED = 137;

  private Leash() {}

  /** The same program on a leash. */
  public static JavaProgram around(JavaProgram program) {
    List<String> arguments = new ArrayList<>();
    arguments.add(program.mainClass());
    arguments.addAll(program.arguments());
    return new JavaProgram(
        JavaProgram.codeSourceOf(Leash.class) + File.pathSeparator + program.classPath(),
        Leash.class.getName(),
        program.jvmOptions(),
        arguments,
        program.environment());
  }

  /**
   * Runs a program.
   *
   * @param arguments its class, then its own arguments
   * @throws Throwable what the program throws
   */
  @SuppressWarnings("IllegalThrows") // the program's own failure, which the JVM prints
  public static void main(String[] arguments) throws Throwable {
    Thread watch = new Thread(Leash::endWithInput, "leash");
    watch.setDaemon(true);
    watch.start();
    String[] own = Arrays.copyOfRange(arguments, 1, arguments.length);
    Method program = Class.forName(arguments[0]).getMethod("main", String[].class);
    program.setAccessible(true); // the class need not be public, as for the JVM's own start
    try {
      program.invoke(null, (Object) own);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {
        // What comes is of no meaning; its end is.
      }
    } catch (IOException e) {
      // An input that fails has ended.
    }
    Runtime.getRuntime().halt(KILLED);
  }
}
