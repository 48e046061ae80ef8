package dev.flotilla.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of one measurement: none of them outlives this object, nor the JVM.
 *
 * <p>A shutdown hook closes what is still open when the JVM ends, as on Ctrl-C; nothing can be
 * started after that. Only processes started here are ever signalled, by their own handle.
 *
 * <p><b>Thread.</b> Safe for use by several threads; {@link #close} blocks up to 3 s and some.
 */
public final class ChildProcesses implements ProcessHost, AutoCloseable {
  private final Path logs;
  private final Thread hook = new Thread(this::end, "end-child-processes");

  /** Guarded by this. */
  private final List<ChildProcess> running = new ArrayList<>();

  /** Guarded by this; stays true once it is. */
  private boolean ended;

  private ChildProcesses(Path logs) {
    this.logs = logs;
  }

  /**
   * An owner without processes yet.
   *
   * @param logs an existing directory for what the processes print
   * @throws IllegalStateException if the JVM is ending
   */
  public static ChildProcesses open(Path logs) {
    ChildProcesses opened = new ChildProcesses(logs);
    Runtime.getRuntime().addShutdownHook(opened.hook);
    return opened;
  }

  /**
   * Starts a program whose whole output goes to the file {@code NAME.log}.
   *
   * @throws IOException if it cannot be started
   */
  @Override
  public ChildProcess start(String name, JavaProgram program) throws IOException {
    return start(name, List.of(), program);
  }

  /**
   * Likewise, on a host that this machine emulates.
   *
   * @throws IOException if it cannot be started
   */
  public ChildProcess start(String name, LocalHost host, JavaProgram program) throws IOException {
    return start(name, host.launcher(), host.fitted(program));
  }

  /**
   * Likewise, by another program, such as {@code ip netns exec HOST}, which becomes that one.
   *
   * @param launcher the words before those of the program
   * @throws IOException if it cannot be started
   */
  public ChildProcess start(String name, List<String> launcher, JavaProgram program)
      throws IOException {
    Path log = log(name);
    ProcessBuilder builder = builder(program);
    builder.command().addAll(0, launcher);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return start(name, builder, log);
  }

  /**
   * Starts a program that is no Java program; its whole output goes to the file {@code NAME.log}.
   *
   * @param command the program and its arguments
   * @throws IOException if it cannot be started
   */
  public ChildProcess startNative(String name, List<String> command) throws IOException {
    Path log = log(name);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return start(name, builder, log);
  }

  /**
   * Starts a program that the caller talks to over its standard input and output; its errors go to
   * the file {@code NAME.log}.
   *
   * @throws IOException if it cannot be started
   */
  public ChildProcess startToTalk(String name, JavaProgram program) throws IOException {
    return startToTalk(name, LocalHost.LOOPBACK, program);
  }

  /**
   * Likewise, on a host that this machine emulates.
   *
   * @throws IOException if it cannot be started
   */
  public ChildProcess startToTalk(String name, LocalHost host, JavaProgram program)
      throws IOException {
    Path log = log(name);
    ProcessBuilder builder = builder(host.fitted(program));
    builder.command().addAll(0, host.launcher());
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return start(name, builder, log);
  }

  private static ProcessBuilder builder(JavaProgram program) {
    ProcessBuilder builder = new ProcessBuilder(program.command());
    builder.environment().putAll(program.environment());
    return builder;
  }

  private synchronized ChildProcess start(String name, ProcessBuilder builder, Path log)
      throws IOException {
    if (ended) {
      throw new IOException(name + " is not started: the run is ending");
    }
    ChildProcess child = new ChildProcess(name, builder.start(), log);
    running.add(child);
    return child;
  }

  private Path log(String name) {
    return logs.resolve(name + ".log");
  }

  /** Ends every process that was started here and waits until all are gone. */
  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook runs anyway and finds nothing left to do.
    }
  }

  private synchronized void end() {
    ended = true;
    running.forEach(ChildProcess::requestEnd); // all at once, so that their graces overlap
    running.forEach(ChildProcess::close);
    running.clear();
  }
}
