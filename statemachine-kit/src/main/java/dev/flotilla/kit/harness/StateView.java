package dev.flotilla.kit.harness;

import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a state looks like.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 *
 * @param answers to the probes, in order
 * @param snapshot its bytes, if there are no probes
 */
public record StateView(List<Result> answers, Optional<Bytes> snapshot) {
  public StateView {
    answers = List.copyOf(answers);
  }

  public static StateView of(Subject subject, StateMachine machine) throws IOException {
    List<Result> answers = new ArrayList<>();
    for (Bytes probe : subject.probes()) {
      Result answer = machine.query(probe);
      if (answer == null) {
        throw new Violation("the question " + Shown.bytes(probe) + " was answered with null");
      }
      answers.add(answer);
    }
    return new StateView(
        answers,
        subject.probes().isEmpty()
            ? Optional.of(Bytes.wrap(written((RestorableStateMachine) machine)))
            : Optional.empty());
  }

  /** What a snapshot of the state writes. */
  static byte[] written(RestorableStateMachine machine) throws IOException {
    Target target = new Target();
    try (StateSnapshot held = machine.snapshot()) {
      held.writeTo(target);
    }
    return target.bytes();
  }

  /** Says where another one differs; nothing if it does not. */
  public Optional<String> difference(StateView seen, Subject subject) {
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).equals(seen.answers.get(i))) {
        return Optional.of(
            "the question %s is answered %s, not %s"
                .formatted(
                    Shown.bytes(subject.probes().get(i)),
                    Shown.result(seen.answers.get(i)),
                    Shown.result(answers.get(i))));
      }
    }
    return snapshot.equals(seen.snapshot)
        ? Optional.empty()
        : Optional.of(
            "its snapshot is %s, not %s"
                .formatted(
                    Shown.bytes(seen.snapshot.orElseThrow()), Shown.bytes(snapshot.orElseThrow())));
  }
}
