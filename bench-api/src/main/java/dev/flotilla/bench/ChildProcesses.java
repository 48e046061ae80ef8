package dev.flotilla.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The processes of one measurement: none of them outlives this object, nor the JVM.
 *
 * <p>A shutdown hook closes what is still open when the JVM ends, as on Ctrl-C; nothing can be
 * started after that. Only processes started here are ever signalled, by their own handle.
 *
 * <p><b>Thread.</b> Safe for use by several threads; {@link #close} blocks up to 3 s and some.
 */
public final class ChildProcesses implements AutoCloseable {
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
   * @param name a name that is unique among the running processes
   * @throws IOException if it cannot be started
   */
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
    return start(name, command(launcher, program), program.environment(), false);
  }

  /**
   * Starts a program that is no Java program; its whole output goes to the file {@code NAME.log}.
   *
   * @param command the program and its arguments
   * @throws IOException if it cannot be started
   */
  public ChildProcess startNative(String name, List<String> command) throws IOException {
    return start(name, command, Map.of(), false);
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
    JavaProgram fitted = host.fitted(program);
    return start(name, command(host.launcher(), fitted), fitted.environment(), true);
  }

  private static List<String> command(List<String> launcher, JavaProgram program) {
    List<String> words = new ArrayList<>(launcher);
    words.addAll(program.command());
    return words;
  }

  private synchronized ChildProcess start(
      String name, List<String> command, Map<String, String> environment, boolean talks)
      throws IOException {
    if (ended) {
      throw new IOException(name + " is not started: the run is ending");
    }
    Path log = logs.resolve(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    if (!talks) {
      builder.redirectErrorStream(true).redirectOutput(builder.redirectError());
    }
    ChildProcess child = new ChildProcess(name, builder.start(), log);
    running.add(child);
    return child;
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
