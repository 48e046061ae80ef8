package dev.flotilla.kit.harness;

import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What is checked, and how it is driven and looked at.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 *
 * @param machine makes a copy
 * @param isRestorable whether copies are restorable
 * @param commands draws what a command does
 * @param queries draws a question
 * @param probes questions that tell the state; none if canonical snapshots do
 * @param traits what the machine is said to be
 * @param commandCount how many commands are drawn
 * @param patienceSeconds how long it is waited for what a machine does by itself
 * @param seed from which all is drawn
 */
public record Subject(
    Supplier<? extends StateMachine> machine,
    boolean isRestorable,
    Function<RandomGenerator, DrawnCommand> commands,
    Function<RandomGenerator, Bytes> queries,
    List<Bytes> probes,
    Set<Trait> traits,
    int commandCount,
    int patienceSeconds,
    long seed) {
  public boolean is(Trait trait) {
    return traits.contains(trait);
  }
}
