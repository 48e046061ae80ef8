package dev.flotilla.kit;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Questions, and what nobody expected. */
final class AnswerCases {
  private static final int STRANGERS = 60;
  private static final int MAX_STRANGE_BYTES = 200;

  /** About the largest command that a node takes. */
  private static final int LARGE_BYTES = 1_000_000;

  private AnswerCases() {}

  static void queriesChangeNothing(Bench bench) throws IOException {
    Life life = bench.newLife();
    while (life.count() < bench.size()) {
      for (int i = 0; i < 3; i++) {
        Bytes question = bench.subject().queries().apply(bench.random());
        requireAnswer(question, life.machine().query(question));
      }
      life.requireState("questions were asked");
      life.applyUpTo(Math.min(bench.size(), life.count() + 3));
    }
  }

  static void strangeQueries(Bench bench) throws IOException {
    Life life = bench.newLife().applyUpTo(bench.part(1, 2));
    List<Bytes> questions = new ArrayList<>(List.of(Bytes.EMPTY));
    for (int i = 0; i < STRANGERS; i++) {
      questions.add(strange(bench.random(), bench.subject().queries().apply(bench.random())));
    }
    questions.add(random(bench.random(), LARGE_BYTES));
    for (Bytes question : questions) {
      requireAnswer(question, asked(life, question));
    }
    life.requireState("strange questions were asked");
  }

  private static Result asked(Life life, Bytes question) {
    try {
      return life.machine().query(question);
    } catch (RuntimeException e) {
      throw new Violation("the question " + Shown.bytes(question) + " threw " + e, e);
    }
  }

  static void strangeCommands(Bench bench) throws IOException {
    int before = bench.part(1, 2);
    List<CommittedCommand> strange = strangeCommands(bench, bench.reference().history(), before);
    Life left = bench.newLife().applyUpTo(before);
    Life right = bench.newLife().applyUpTo(before);
    List<Result> oneByOne = strange.stream().map(each -> executed(left, each)).toList();
    List<Result> atOnce = Life.answers(right.machine(), strange);
    for (int i = 0; i < strange.size(); i++) {
      if (!oneByOne.get(i).equals(atOnce.get(i))) {
        throw new Violation(
            "%s was answered %s, by another copy %s"
                .formatted(
                    Shown.command(strange.get(i)),
                    Shown.result(oneByOne.get(i)),
                    Shown.result(atOnce.get(i))));
      }
    }
    Portrait wanted = Portrait.of(bench.subject(), left.machine());
    Optional<String> difference =
        wanted.difference(Portrait.of(bench.subject(), right.machine()), bench.subject());
    if (difference.isPresent()) {
      throw new Violation("two copies differ after strange commands: " + difference.get());
    }
  }

  private static Result executed(Life life, CommittedCommand command) {
    try {
      return Life.answers(life.machine(), List.of(command)).get(0);
    } catch (Violation e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Violation(Shown.command(command) + " threw " + e, e);
    }
  }

  private static List<CommittedCommand> strangeCommands(Bench bench, History history, int count) {
    List<CommittedCommand> strange = new ArrayList<>();
    RandomGenerator random = bench.random();
    for (int i = 0; i <= STRANGERS; i++) {
      Operation known = bench.subject().commands().apply(random);
      Bytes parameters = strange(random, known.parameters());
      String name =
          switch (random.nextInt(4)) {
            case 0 -> "no-such-command";
            case 1 -> "";
            default -> known.command();
          };
      if (i == STRANGERS) {
        name = known.command();
        parameters = random(random, LARGE_BYTES);
      }
      strange.add(
          new CommittedCommand(
              new LogPosition(history.indexAt(count) + 1 + i, 1_000),
              new Command("strange-" + i, name, parameters)));
    }
    return strange;
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

  private static Bytes random(RandomGenerator random, int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }

  static void find(Bench bench) throws IOException {
    Life life = bench.newLife().applyUpTo(bench.size());
    requireFound(bench, life, "everything was applied");
    if (!bench.subject().is(Trait.IN_MEMORY)) {
      Life again = bench.restart(life);
      requireFound(bench, again, "the machine was opened again");
    }
  }

  private static void requireFound(Bench bench, Life life, String when) {
    if (life.machine().find("nobody's").isPresent()) {
      throw new Violation(when + ", and find knew a uid that was never executed");
    }
    for (int i = 0; i < life.count(); i++) {
      History history = bench.reference().history();
      String uid = history.get(i).command().uid();
      int last = history.lastOf(uid);
      CommittedCommand wanted = history.get(last);
      Optional<JournalRecord> found = life.machine().find(uid);
      if (found.isPresent() && !isOf(found.get(), wanted, bench.reference().results().get(last))) {
        throw new Violation(
            "%s, and find answered for %s with %s at %s, result %s"
                .formatted(
                    when,
                    Shown.command(wanted),
                    found.get().command().command(),
                    found.get().position(),
                    Shown.result(found.get().result())));
      }
    }
  }

  private static boolean isOf(JournalRecord found, CommittedCommand wanted, Result result) {
    return found.position().equals(wanted.position())
        && found.command().uid().equals(wanted.command().uid())
        && found.command().command().equals(wanted.command().command())
        && found.command().parameters().equals(wanted.command().parameters())
        && found.result().equals(result);
  }

  private static void requireAnswer(Bytes question, Result answer) {
    if (answer == null) {
      throw new Violation("the question " + Shown.bytes(question) + " was answered with null");
    }
  }
}
