package dev.flotilla.kit;

import dev.flotilla.kit.harness.DrawnCommand;
import dev.flotilla.kit.harness.Subject;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks a {@link StateMachine} against its contract: feeds copies of it with drawn commands, at
 * drawn log times and in drawn sessions that end, terminates and crashes them between any two, and
 * compares.
 *
 * <pre>{@code
 * Conformance.of(Turnstile::new)
 *     .commands(random -> new Operation(random.nextBoolean() ? "in" : "out", Bytes.EMPTY))
 *     .probes(Bytes.utf8("how many"))
 *     .check(directory)
 *     .assertConforms();
 * }</pre>
 *
 * <p><b>What it sees.</b> What one process can: results or a state that differ in other batches, on
 * other threads, some milliseconds later, or under another default locale and time zone;
 * randomness; the order of a hashed collection, if these commands make it differ; a command that an
 * end, a crash or a restore loses or doubles; a state that is not whole after one.
 *
 * <p><b>What it does not see.</b>
 *
 * <ul>
 *   <li>A crash within {@code apply}, {@code initialize} or {@code terminate}: what a crash leaves
 *       is a copy of the directory, made between two calls, at writes of a snapshot and at pieces
 *       of a restore. For more, run the machine in a process of its own and kill that, as {@code
 *       KeyValueCrashTest} and {@code KilledProcess} of statemachine-bdb do.
 *   <li>A power cut: a machine that says it has forced what it only wrote passes.
 *   <li>A clock that is coarser than the run: to all copies it is the same hour.
 *   <li>An order that shows only when a {@code HashMap} had many keys which are gone again: draw
 *       some hundred in a second check, and remove most.
 *   <li>A snapshot that is gathered in the heap, as here there is room for it.
 *   <li>What differs between processes or versions of Java, such as the order of {@code Map.of}, or
 *       between default charsets: pin {@link ConformanceReport#fingerprint} under a fixed seed for
 *       that.
 *   <li>What a node makes of {@code room}: it is asked as a node does, and must not throw, but
 *       commands go on whatever it answers.
 *   <li>What {@code terminate} writes after {@code apply} has thrown: it must not be a state that
 *       was left half way, but commands that make a machine throw are not drawn.
 *   <li>How far back {@code find} reaches: the contract leaves that to the machine, also after a
 *       restart.
 * </ul>
 *
 * <p><b>Thread.</b> One, which waits. <b>Bounds.</b> A case that has not ended after {@link
 * #MAX_CASE_SECONDS} is violated, and its thread is left alone. <b>Process.</b> While {@link
 * ConformanceCase#SAME_ELSEWHERE} runs, its default locale and time zone are others; they are set
 * back. Where tests run side by side in one process, run that case apart, by {@link #only}.
 */
public final class Conformance {
  /** How long one case may take. */
  public static final int MAX_CASE_SECONDS = 600;

  private static final int DEFAULT_COMMANDS = 120;
  private static final int DEFAULT_PATIENCE_SECONDS = 60;

  private final Supplier<? extends StateMachine> machine;
  private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
  private @Nullable Function<RandomGenerator, Operation> commands;
  private @Nullable Function<RandomGenerator, Bytes> queries;
  private List<Bytes> probes = List.of();
  private int commandCount = DEFAULT_COMMANDS;
  private int patienceSeconds = DEFAULT_PATIENCE_SECONDS;
  private long seed = System.nanoTime();
  private Set<ConformanceCase> cases = EnumSet.allOf(ConformanceCase.class);

  private Conformance(Supplier<? extends StateMachine> machine) {
    this.machine = machine;
  }

  /**
   * Prepares checks of a machine.
   *
   * @param machine makes one that is not initialised, each time; the kit opens it on a directory
   */
  public static Conformance of(Supplier<? extends StateMachine> machine) {
    return new Conformance(machine);
  }

  /**
   * How commands are drawn: most should change the state, and some undo or overwrite what others
   * did. They are the same whenever the seed is, if they are drawn from the generator alone.
   */
  public Conformance commands(Function<RandomGenerator, Operation> draw) {
    commands = draw;
    return this;
  }

  /** Questions whose answers, together, tell the whole state. */
  public Conformance probes(Bytes... questions) {
    return probes(List.of(questions));
  }

  /** As {@link #probes(Bytes...)}. */
  public Conformance probes(List<Bytes> questions) {
    probes = List.copyOf(questions);
    return this;
  }

  /** How more questions are drawn; by default from the probes. */
  public Conformance queries(Function<RandomGenerator, Bytes> draw) {
    queries = draw;
    return this;
  }

  /** Says that the machine keeps nothing in its directory: {@code initialize} returns 0. */
  public Conformance inMemory() {
    traits.add(Trait.IN_MEMORY);
    return this;
  }

  /**
   * Says that commands come in sessions as a rule: three of four then do, else one of four. For a
   * machine that does more for those.
   */
  public Conformance inSessions() {
    traits.add(Trait.IN_SESSIONS);
    return this;
  }

  /**
   * Says that {@link StateSnapshot#writeTo} writes the same bytes for the same state. They then
   * tell the state if there are no probes.
   */
  public Conformance canonicalSnapshots() {
    traits.add(Trait.CANONICAL);
    return this;
  }

  /**
   * Says that {@link RestorableStateMachine#restoreFrom} finds every changed byte. A node hands
   * over nothing whose own checksum is wrong, so that a machine need not.
   */
  public Conformance checksummedSnapshots() {
    traits.add(Trait.CHECKSUMMED);
    return this;
  }

  /**
   * How many commands a copy is fed; 120 by default. It is ended, and crashes, after each of the
   * first 1,000, and beyond them after drawn ones.
   *
   * @throws IllegalArgumentException if it is not within 20 and 100,000
   */
  public Conformance commandCount(int count) {
    if (count < 20 || count > 100_000) {
      throw new IllegalArgumentException("20 to 100,000 commands make a run, not " + count);
    }
    commandCount = count;
    return this;
  }

  /**
   * How long a machine may take for what it must do without waiting for anybody: apply a command
   * while a snapshot is written, end its threads after {@code terminate}. 60 by default.
   *
   * @throws IllegalArgumentException if it is not within 1 and {@link #MAX_CASE_SECONDS}
   */
  public Conformance patienceSeconds(int seconds) {
    if (seconds < 1 || seconds > MAX_CASE_SECONDS) {
      throw new IllegalArgumentException(
          "1 to " + MAX_CASE_SECONDS + " seconds make a patience, not " + seconds);
    }
    patienceSeconds = seconds;
    return this;
  }

  /** From which everything is drawn; another one each time by default. */
  public Conformance seed(long chosen) {
    seed = chosen;
    return this;
  }

  /** Which cases are run; all by default. */
  public Conformance only(ConformanceCase first, ConformanceCase... others) {
    cases = EnumSet.of(first, others);
    return this;
  }

  /**
   * Runs the cases; takes seconds, longer for a machine that is slow to open.
   *
   * <p>The fingerprint of the report is of all results and states of the first run. With the same
   * seed, the same commands and the same machine it is the same in every process.
   *
   * @param directory an empty directory of the kit's own; the caller removes it. What violated
   *     cases left behind stays there
   * @throws IllegalArgumentException if commands, or both probes and canonical snapshots are
   *     missing, or the directory is not empty
   * @throws IOException if the directory cannot be used
   */
  public ConformanceReport check(Path directory) throws IOException {
    Subject subject = subject();
    requireEmpty(directory);
    return new Suite(subject, directory).run(cases);
  }

  private Subject subject() {
    Function<RandomGenerator, Operation> drawn = commands;
    if (drawn == null) {
      throw new IllegalArgumentException("say how commands are drawn, by commands(...)");
    }
    boolean isTold = traits.contains(Trait.CANONICAL) && isRestorable();
    if (probes.isEmpty() && !isTold) {
      throw new IllegalArgumentException(
          "say how states are compared, by probes(...), or, of a restorable machine, by"
              + " canonicalSnapshots()");
    }
    List<Bytes> known = probes.isEmpty() ? List.of(Bytes.EMPTY) : probes;
    Function<RandomGenerator, Bytes> asked =
        queries != null ? queries : random -> known.get(random.nextInt(known.size()));
    return new Subject(
        machine,
        isRestorable(),
        random -> {
          Operation operation = drawn.apply(random);
          return new DrawnCommand(operation.command(), operation.parameters());
        },
        asked,
        probes,
        Set.copyOf(traits),
        commandCount,
        patienceSeconds,
        seed);
  }

  private boolean isRestorable() {
    return machine.get() instanceof RestorableStateMachine;
  }

  private static void requireEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new IllegalArgumentException(directory + " is not empty; give the kit a new one");
      }
    }
  }

  @Override
  public String toString() {
    return "conformance, seed " + seed + ", cases " + Arrays.toString(cases.toArray());
  }
}
