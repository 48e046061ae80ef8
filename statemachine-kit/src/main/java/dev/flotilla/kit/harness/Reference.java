package dev.flotilla.kit.harness;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a history gives, one command after another: the results, and the state after each. All else
 * is compared with this.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 *
 * @param history what was applied
 * @param results of each command
 * @param portraits the state after none, one, two, ...
 * @param keepsJournal whether {@code find} knew anything
 */
public record Reference(
    History history, List<Result> results, List<StateView> portraits, boolean keepsJournal) {
  public Reference {
    results = List.copyOf(results);
    portraits = List.copyOf(portraits);
  }

  /** Runs a machine over a history; it is terminated at the end. */
  public static Reference of(Subject subject, History history, Path directory) throws IOException {
    StateMachine machine = subject.machine().get();
    machine.initialize(directory);
    try {
      List<Result> results = new ArrayList<>();
      List<StateView> portraits = new ArrayList<>(List.of(StateView.of(subject, machine)));
      boolean keepsJournal = false;
      for (int i = 0; i < history.size(); i++) {
        results.addAll(MachineRun.answers(machine, history.batch(i, i + 1)));
        portraits.add(StateView.of(subject, machine));
        keepsJournal |= machine.find(history.get(i).command().uid()).isPresent();
      }
      return new Reference(history, results, portraits, keepsJournal);
    } finally {
      machine.terminate();
    }
  }

  /** The trace of the command after so many. */
  Execution execution(int count) {
    CommittedCommand it = history.get(count);
    return new Execution(
        it.position(), it.command().uid(), it.command().fingerprint(), results.get(count));
  }

  /** Of everything here. */
  public String fingerprint() {
    CRC32C checksum = new CRC32C();
    results.forEach(result -> add(checksum, result));
    for (StateView portrait : portraits) {
      portrait.answers().forEach(answer -> add(checksum, answer));
      portrait.snapshot().ifPresent(bytes -> checksum.update(bytes.toArray()));
    }
    return "%08x".formatted(checksum.getValue());
  }

  private static void add(CRC32C checksum, Result result) {
    checksum.update(result.success() ? 1 : 0);
    checksum.update(result.value().toArray());
  }
}
