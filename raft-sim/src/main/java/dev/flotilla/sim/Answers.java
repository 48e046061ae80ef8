package dev.flotilla.sim;

import java.util.HashMap;
import java.util.Map;

/**
 * What clients have been answered, each of which is checked.
 *
 * <p>Since a result tells the command's place in the order of execution and an answer tells how
 * many commands its state held, linearizability is exact arithmetic here: an operation must come
 * after everything that had been answered when it was invoked.
 */
final class Answers {
  private final Invariants invariants;
  private final Map<String, Integer> acknowledged = new HashMap<>();

  /** The latest place that any answer has told. */
  private int knownPlace;

  private int reads;
  private int unknownOutcomes;

  Answers(Invariants invariants) {
    this.invariants = invariants;
  }

  /** What an operation that is invoked now must come after. */
  int knownPlace() {
    return knownPlace;
  }

  /** Up to where everything is decided that a question must see which is asked now. */
  long decidedIndex() {
    return invariants.decidedIndex();
  }

  int acknowledgedCommands() {
    return acknowledged.size();
  }

  int reads() {
    return reads;
  }

  int unknownOutcomes() {
    return unknownOutcomes;
  }

  void unknown() {
    unknownOutcomes++;
  }

  /** A command's result. One that comes too late for its client is as true as any other. */
  void executed(String uid, int place, int floor) {
    Integer before = acknowledged.putIfAbsent(uid, place);
    if (before != null && before != place) {
      throw new Violation(
          "one-result", "%s was number %s, and now %s".formatted(uid, before, place));
    }
    if (place > invariants.executedCommands() || !invariants.uidAt(place).equals(uid)) {
      throw new Violation("acknowledged-means-applied", uid + ", told to be number " + place);
    }
    if (before == null && place <= floor) {
      throw new Violation(
          "linearizability",
          "%s is number %s, and number %s had been answered before".formatted(uid, place, floor));
    }
    knownPlace = Math.max(knownPlace, place);
  }

  /**
   * The answer to a question. It holds what had been answered before it was asked, and more than
   * that: what any leader had decided, whether or not a client knew.
   *
   * @param decidedIndex up to where that was
   */
  void read(int place, int floor, long decidedIndex) {
    int decided = invariants.commandsUpTo(decidedIndex);
    if (place < decided) {
      throw new Violation(
          "linearizable-read",
          "an answer holds %s commands; %s were decided before it was asked, up to index %s"
              .formatted(place, decided, decidedIndex));
    }
    if (place < floor || place > invariants.executedCommands()) {
      throw new Violation(
          "linearizable-read",
          "an answer holds %s commands; %s were answered before it was asked, %s are executed"
              .formatted(place, floor, invariants.executedCommands()));
    }
    knownPlace = Math.max(knownPlace, place);
    reads++;
  }

  /** Checks at the end that nothing acknowledged is missing in an order of execution. */
  void checkAcknowledged() {
    acknowledged.forEach(
        (uid, place) -> {
          if (place > invariants.executedCommands() || !invariants.uidAt(place).equals(uid)) {
            throw new Violation(
                "nothing-acknowledged-is-lost", uid + ", told to be number " + place);
          }
        });
  }
}
