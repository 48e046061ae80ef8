package dev.flotilla.kit.harness;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.node.statemachine.StateMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A copy of the machine from {@code initialize} to {@code terminate}, compared at every step.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class MachineRun {
  private static final int MAX_BATCH = 8;

  private final Subject subject;
  private final Reference reference;
  private final RandomGenerator random;
  private final Path directory;
  private final StateMachine machine;
  private final long opened;
  private final List<Execution> recalled = new ArrayList<>();
  private int count;

  /** The last index that was applied: what stands up to there is not handed over again. */
  private long index;

  private boolean isEnded;

  private MachineRun(
      Subject subject,
      Reference reference,
      RandomGenerator random,
      Path directory,
      StateMachine machine,
      long opened) {
    this.subject = subject;
    this.reference = reference;
    this.random = random;
    this.directory = directory;
    this.machine = machine;
    this.opened = opened;
    this.count = reference.history().countUpTo(opened);
    this.index = opened;
  }

  /**
   * Opens a machine as a node does.
   *
   * @throws IOException if the machine refuses to be opened
   */
  static MachineRun open(Bench bench, Path directory) throws IOException {
    StateMachine machine = bench.subject().machine().get();
    long opened = machine.initialize(directory);
    if (opened < 0) {
      throw new Violation("initialize returned " + opened);
    }
    MachineRun life =
        new MachineRun(
            bench.subject(), bench.reference(), bench.random(), directory, machine, opened);
    if (opened > 0) {
      machine.recall((int) Math.min(Integer.MAX_VALUE, opened), life.recalled::add);
    }
    askRoom(machine);
    return life;
  }

  public Path directory() {
    return directory;
  }

  public StateMachine machine() {
    return machine;
  }

  public RestorableStateMachine restorable() {
    return (RestorableStateMachine) machine;
  }

  /** What {@code initialize} returned. */
  public long opened() {
    return opened;
  }

  /** What {@code recall} handed over then. */
  public List<Execution> recalled() {
    return List.copyOf(recalled);
  }

  /** How many commands the state holds. */
  public int count() {
    return count;
  }

  /**
   * Throws unless the state is whole as of what {@code initialize} returned.
   *
   * @param when for the message
   * @param most how many commands it may hold
   * @param forgotten so many executions need not be recalled any more
   */
  public MachineRun requireWhole(String when, int most, int forgotten) throws IOException {
    long end = reference.history().endOf(most);
    if (opened > end) {
      throw new Violation(
          "%s, initialize returned %s, and nothing beyond %s was applied"
              .formatted(when, opened, end));
    }
    requireState("%s, initialize returned %s".formatted(when, opened));
    requireRecalled(when, forgotten);
    return this;
  }

  /** Throws unless the state is what it was after so many commands at first. */
  public void requireState(String when) throws IOException {
    StateView wanted = reference.portraits().get(count);
    Optional<String> difference = wanted.difference(StateView.of(subject, machine), subject);
    if (difference.isPresent()) {
      throw new Violation(
          "%s, and the state is not that as of index %s: %s"
              .formatted(when, reference.history().indexAt(count), difference.get()));
    }
  }

  private void requireRecalled(String when, int forgotten) {
    int first = count - recalled.size();
    if (first < 0) {
      throw new Violation(
          "%s, recall handed over %s executions, of %s commands"
              .formatted(when, recalled.size(), count));
    }
    if (first > forgotten) {
      throw new Violation(
          "%s, recall handed over the last %s executions up to %s only, and those since index %s"
                  .formatted(when, recalled.size(), opened, reference.history().indexAt(forgotten))
              + " are wanted");
    }
    requireExecutions(when, recalled, first);
  }

  /** Throws unless these are the executions of the commands after so many. */
  public void requireExecutions(String when, List<Execution> seen, int first) {
    for (int i = 0; i < seen.size(); i++) {
      Execution wanted = reference.execution(first + i);
      if (!wanted.equals(seen.get(i))) {
        throw new Violation(
            "%s, recall handed over %s at %s with %s where %s at %s with %s was executed"
                .formatted(
                    when,
                    seen.get(i).uid(),
                    seen.get(i).position(),
                    Shown.result(seen.get(i).result()),
                    wanted.uid(),
                    wanted.position(),
                    Shown.result(wanted.result())));
      }
    }
  }

  /** Applies the next commands, in drawn batches, until so many are applied. */
  public MachineRun applyUpTo(int target) {
    while (count < target) {
      applyBatch(1 + random.nextInt(Math.min(MAX_BATCH, target - count)));
    }
    return this;
  }

  /** Applies the next commands as one batch. */
  public void applyBatch(int size) {
    List<CommittedCommand> batch = reference.history().between(count, count + size);
    List<Result> answers = answers(machine, left(reference.history().batch(count, count + size)));
    for (int i = 0; i < size; i++) {
      Result first = reference.results().get(count + i);
      if (!first.equals(answers.get(i))) {
        throw new Violation(
            "%s was answered %s, by another copy %s"
                .formatted(
                    Shown.command(batch.get(i)),
                    Shown.result(answers.get(i)),
                    Shown.result(first)));
      }
    }
    count += size;
    index = reference.history().indexAt(count);
  }

  private <T extends Committed> List<T> left(List<T> batch) {
    return batch.stream().filter(each -> each.position().index() > index).toList();
  }

  /** Applies the ends of sessions that stand alone before the next command, as a batch. */
  public void applyEnds() {
    List<SessionEnd> ends = left(reference.history().endsAlone(count));
    if (!ends.isEmpty()) {
      answers(machine, ends);
      index = ends.get(ends.size() - 1).position().index();
    }
  }

  /** As the node does before each batch and when it is idle. Any answer is lawful, and ignored. */
  private static void askRoom(StateMachine machine) {
    Room answer;
    try {
      answer = machine.room();
    } catch (RuntimeException | Error e) {
      throw new Violation("room threw " + e + ", which stops the node", e);
    }
    if (answer == null) {
      throw new Violation("room answered null");
    }
  }

  /** Has a batch applied, and checks no more than the number of answers. */
  public static List<Result> answers(StateMachine machine, List<? extends Committed> batch) {
    List<Result> answers = machine.applyAll(List.copyOf(batch));
    List<CommittedCommand> commands =
        batch.stream()
            .filter(CommittedCommand.class::isInstance)
            .map(CommittedCommand.class::cast)
            .toList();
    if (answers == null || answers.size() != commands.size()) {
      throw new Violation(
          "%s commands were answered with %s"
              .formatted(commands.size(), answers == null ? "null" : answers.size() + " results"));
    }
    for (int i = 0; i < commands.size(); i++) {
      if (answers.get(i) == null) {
        throw new Violation(Shown.command(commands.get(i)) + " was answered with null");
      }
    }
    askRoom(machine);
    return answers;
  }

  /** What a snapshot of the state is. */
  public byte[] written() throws IOException {
    return StateView.written(restorable());
  }

  /** Restores the state after so many commands. */
  public MachineRun restore(byte[] state, int restored) throws IOException {
    return restore(new Source(state), restored);
  }

  /** As the node does before a snapshot that has arrived counts. */
  public void requireVerified(byte[] state, int restored) {
    try {
      restorable().verify(new Source(state), reference.history().endOf(restored));
    } catch (IOException | RuntimeException e) {
      throw new Violation("verify refused what a snapshot wrote: " + e, e);
    }
  }

  /** As the node does before it takes a snapshot. Whatever is not negative is lawful. */
  private void askRestoreBytes(long snapshotBytes, long lastIndex) {
    long answer;
    try {
      answer = restorable().restoreBytes(snapshotBytes, lastIndex);
    } catch (RuntimeException | Error e) {
      throw new Violation("restoreBytes threw " + e + ", which stops the node", e);
    }
    if (answer < 0) {
      throw new Violation("restoreBytes answered " + answer);
    }
  }

  /** As {@link #restore(byte[], int)}. */
  public MachineRun restore(Source source, int restored) throws IOException {
    return restore(source, restored, reference.history().endOf(restored));
  }

  /** As {@link #restore(byte[], int)}, of a state as of an index. */
  public MachineRun restore(Source source, int restored, long lastIndex) throws IOException {
    askRestoreBytes(source.sizeBytes(), lastIndex);
    restorable().restoreFrom(source, lastIndex);
    count = restored;
    index = lastIndex;
    return this;
  }

  /** An orderly end; does nothing after another one. */
  public void end() {
    if (!isEnded) {
      isEnded = true;
      machine.terminate();
    }
  }
}
