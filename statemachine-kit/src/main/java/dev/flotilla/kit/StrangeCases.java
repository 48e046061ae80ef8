package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.DrawnCommand;
import dev.flotilla.kit.harness.History;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Shown;
import dev.flotilla.kit.harness.Source;
import dev.flotilla.kit.harness.StateView;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SessionTag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Questions and commands that nobody expected. */
final class StrangeCases {
  private static final int STRANGERS = 60;
  private static final int SEPARATED = 40;
  private static final int MAX_STRANGE_BYTES = 200;

  /** What formats of lines and fields put between two. */
  private static final String SEPARATORS = " \t,;=:|\"\\\0";

  /** About the largest command that a node takes. */
  private static final int LARGE_BYTES = 1_000_000;

  /** Text, unlike as many random bytes: whoever takes it apart gets a million pieces. */
  private static final List<Bytes> LARGE_TEXTS =
      List.of(Bytes.utf8("\t".repeat(LARGE_BYTES)), Bytes.utf8(" ".repeat(LARGE_BYTES)));

  private StrangeCases() {}

  static void queries(Bench bench) throws IOException {
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 2));
    List<Bytes> questions = new ArrayList<>(List.of(Bytes.EMPTY));
    for (int i = 0; i < STRANGERS; i++) {
      questions.add(strange(bench.random(), bench.subject().queries().apply(bench.random())));
    }
    questions.add(random(bench.random(), LARGE_BYTES));
    questions.addAll(LARGE_TEXTS);
    for (Bytes question : questions) {
      AnswerCases.requireAnswer(question, asked(life, question));
    }
    life.requireState("strange questions were asked");
  }

  private static Result asked(MachineRun life, Bytes question) {
    try {
      return life.machine().query(question);
    } catch (RuntimeException e) {
      throw new Violation("the question " + Shown.bytes(question) + " threw " + e, e);
    }
  }

  static void commands(Bench bench) throws IOException {
    int before = bench.part(1, 2);
    List<CommittedCommand> strange = drawn(bench, before);
    MachineRun left = bench.newLife().applyUpTo(before);
    MachineRun right = bench.newLife().applyUpTo(before);
    List<Result> oneByOne = strange.stream().map(each -> executed(left, each)).toList();
    List<Result> atOnce = MachineRun.answers(right.machine(), strange);
    requireSame(strange, oneByOne, atOnce);
    StateView wanted = StateView.of(bench.subject(), left.machine());
    requireState(bench, right, wanted, "two copies differ after strange commands");
    if (bench.subject().isRestorable()) {
      requireRestored(bench, right, wanted, strange);
    }
    if (!bench.subject().is(Trait.IN_MEMORY)) {
      requireReopened(bench, left, wanted, strange, oneByOne);
    }
  }

  /** Throws unless two copies have answered alike. */
  static void requireSame(List<CommittedCommand> strange, List<Result> seen, List<Result> others) {
    for (int i = 0; i < strange.size(); i++) {
      if (!seen.get(i).equals(others.get(i))) {
        throw new Violation(
            "%s was answered %s, by another copy %s"
                .formatted(
                    Shown.command(strange.get(i)),
                    Shown.result(seen.get(i)),
                    Shown.result(others.get(i))));
      }
    }
  }

  static void requireState(Bench bench, MachineRun life, StateView wanted, String otherwise)
      throws IOException {
    Optional<String> difference =
        wanted.difference(StateView.of(bench.subject(), life.machine()), bench.subject());
    if (difference.isPresent()) {
      throw new Violation(otherwise + ": " + difference.get());
    }
  }

  /** What a stranger has sent is in every snapshot from now on. */
  private static void requireRestored(
      Bench bench, MachineRun life, StateView wanted, List<CommittedCommand> strange)
      throws IOException {
    MachineRun restored = bench.newLife();
    try {
      restored.restorable().restoreFrom(new Source(life.written()), lastIndex(strange));
    } catch (IOException | RuntimeException e) {
      throw new Violation("after strange commands, restoring a snapshot threw " + e, e);
    }
    requireState(
        bench,
        restored,
        wanted,
        "after strange commands a snapshot was restored, and the state is another");
  }

  /** And is read at every start. */
  private static void requireReopened(
      Bench bench,
      MachineRun life,
      StateView wanted,
      List<CommittedCommand> strange,
      List<Result> results)
      throws IOException {
    String when = "after strange commands and terminate, ";
    MachineRun again;
    try {
      again = bench.restart(life);
    } catch (Violation e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new Violation(when + "initialize threw " + e, e);
    }
    if (again.opened() != lastIndex(strange)) {
      throw new Violation(
          when + "initialize returned %s, not %s".formatted(again.opened(), lastIndex(strange)));
    }
    requireState(bench, again, wanted, when + "the state is another");
    List<Execution> recalled = again.recalled();
    int known = recalled.size() - strange.size();
    if (known < 0 || !recalled.subList(known, recalled.size()).equals(traces(strange, results))) {
      throw new Violation(when + "recall did not hand over what was executed");
    }
  }

  private static List<Execution> traces(List<CommittedCommand> strange, List<Result> results) {
    List<Execution> traces = new ArrayList<>();
    for (int i = 0; i < strange.size(); i++) {
      CommittedCommand it = strange.get(i);
      traces.add(
          new Execution(
              it.position(), it.command().uid(), it.command().fingerprint(), results.get(i)));
    }
    return traces;
  }

  private static long lastIndex(List<CommittedCommand> commands) {
    return commands.get(commands.size() - 1).position().index();
  }

  private static Result executed(MachineRun life, CommittedCommand command) {
    try {
      return MachineRun.answers(life.machine(), List.of(command)).get(0);
    } catch (Violation e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Violation(Shown.command(command) + " threw " + e, e);
    }
  }

  /** Strange commands, to be applied after so many of the others. */
  static List<CommittedCommand> drawn(Bench bench, int count) {
    RandomGenerator random = bench.random();
    List<DrawnCommand> drawn = new ArrayList<>();
    for (int i = 0; i < STRANGERS; i++) {
      DrawnCommand known = bench.subject().commands().apply(random);
      Bytes parameters = strange(random, known.parameters());
      String name =
          switch (random.nextInt(4)) {
            case 0 -> "no-such\ncommand";
            case 1 -> "";
            default -> known.command();
          };
      drawn.add(new DrawnCommand(name, parameters));
    }
    for (int i = 0; i < SEPARATED; i++) {
      DrawnCommand known = bench.subject().commands().apply(random);
      char separator = i % 2 == 0 ? '\n' : SEPARATORS.charAt(i / 2 % SEPARATORS.length());
      drawn.add(
          new DrawnCommand(
              known.command(), separated(random, known.parameters(), (byte) separator)));
    }
    String name = bench.subject().commands().apply(random).command();
    drawn.add(new DrawnCommand(name, random(random, LARGE_BYTES)));
    LARGE_TEXTS.forEach(text -> drawn.add(new DrawnCommand(name, text)));
    return committed(drawn, bench.reference().history(), count);
  }

  private static List<CommittedCommand> committed(
      List<DrawnCommand> operations, History history, int count) {
    List<CommittedCommand> committed = new ArrayList<>();
    for (DrawnCommand each : operations) {
      int number = committed.size() + 1;
      String uid = (number % 3 == 0 ? "strange\n" : "strange-") + number;
      Command command = new Command(uid, each.command(), each.parameters());
      committed.add(
          new CommittedCommand(
              new LogPosition(history.indexAt(count) + number, 1_000),
              history.timeMillisAt(count) + number,
              number % 2 == 0 ? command : command.in(new SessionTag(number, 1, 1))));
    }
    return committed;
  }

  /** Bytes that mean nothing, or that nearly mean something. */
  private static Bytes strange(RandomGenerator random, Bytes known) {
    byte[] bytes = known.toArray();
    if (random.nextInt(3) == 0 || bytes.length == 0) {
      return random(random, random.nextInt(MAX_STRANGE_BYTES));
    }
    if (random.nextBoolean()) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      return Bytes.wrap(bytes);
    }
    return Bytes.copyOf(Arrays.copyOf(bytes, random.nextInt(bytes.length)));
  }

  /** Bytes that may well be understood, with a separator in their midst, or in place of another. */
  private static Bytes separated(RandomGenerator random, Bytes known, byte separator) {
    byte[] bytes = known.toArray();
    if (bytes.length > 0 && random.nextBoolean()) {
      bytes[random.nextInt(bytes.length)] = separator;
      return Bytes.wrap(bytes);
    }
    int at = random.nextInt(bytes.length + 1);
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
    longer[at] = separator;
    return Bytes.wrap(longer);
  }

  private static Bytes random(RandomGenerator random, int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
