package dev.flotilla.sim;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a run that violated nothing did.
 *
 * @param steps things that happened
 * @param simulatedNanos how much time passed in it
 * @param commands commands acknowledged
 * @param reads questions answered
 * @param unknownOutcomes commands whose outcome some attempt could not tell
 * @param leaders terms that had a leader
 * @param promises promises for which the sender's disk was recovered
 * @param faults how many of each kind
 * @param traceHash the same for the same seed
 */
record SimulationReport(
    long steps,
    long simulatedNanos,
    long commands,
    long reads,
    long unknownOutcomes,
    long leaders,
    long promises,
    Map<String, Integer> faults,
    long traceHash) {
  static final SimulationReport NOTHING =
      new SimulationReport(0, 0, 0, 0, 0, 0, 0, new TreeMap<>(), 0);

  /** Both together. */
  SimulationReport plus(SimulationReport other) {
    Map<String, Integer> sum = new TreeMap<>(faults);
    other.faults.forEach((kind, count) -> sum.merge(kind, count, Integer::sum));
    return new SimulationReport(
        steps + other.steps,
        simulatedNanos + other.simulatedNanos,
        commands + other.commands,
        reads + other.reads,
        unknownOutcomes + other.unknownOutcomes,
        leaders + other.leaders,
        promises + other.promises,
        sum,
        Long.rotateLeft(traceHash, 1) ^ other.traceHash);
  }
}
