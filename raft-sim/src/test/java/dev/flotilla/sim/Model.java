package dev.flotilla.sim;

import java.util.List;
import java.util.Optional;

/**
 * A bounded model of the specification.
 *
 * @param what for reports
 * @param bounds the constants of the model, one a line
 * @param invariants what TLC is to check
 * @param expected the invariant that must be found violated; empty if none must be
 */
record Model(String what, List<String> bounds, List<String> invariants, Optional<String> expected) {
  /** All invariants of the specification. */
  static final List<String> ALL =
      List.of(
          "TypeOK",
          "ElectionSafety",
          "LogMatching",
          "LeaderCompleteness",
          "StateMachineSafety",
          "VotesAreDurable",
          "AcknowledgementsAreDurable",
          "LeadersAreDurable",
          "KnownIsDurable",
          "AppliedIsDurable",
          "ReadsAreLinearizable");

  /** Three founders, nothing but elections and replication; what differs replaces a line. */
  private static final List<String> USUAL =
      List.of(
          "Server = {a, b, c}",
          "Founders = {a, b, c}",
          "Nobody = Nobody",
          "MaxTerm = 2",
          "MaxLog = 1",
          "MaxCrashes = 1",
          "Prompt = {a, b, c}",
          "PromptLeaders = {}",
          "Whole = FALSE",
          "Begun = FALSE",
          "WriteBehind = {}",
          "MaxOutstanding = 1",
          "Goals = {}",
          "Reads = 0",
          "Plant = \"none\"");

  /** A model in which nothing must be violated. */
  static Model sound(String what, String... different) {
    return new Model(what, with(USUAL, different), ALL, Optional.empty());
  }

  /** A planted bug, and what must find it. */
  static Model planted(String bug, String invariant, String... different) {
    List<String> bounds = with(with(USUAL, different), "Plant = \"" + bug + '"');
    return new Model(bug, bounds, ALL, Optional.of(invariant));
  }

  /** The same without the invariants that see the cause, so that another must see the effect. */
  Model seenBy(String invariant) {
    List<String> effects = ALL.stream().filter(it -> !it.endsWith("AreDurable")).toList();
    return new Model(what, bounds, effects, Optional.of(invariant));
  }

  /** What TLC is told. */
  String configuration() {
    return String.join(
        "\n",
        "SPECIFICATION MCSpec",
        "CONSTANTS",
        "  " + String.join("\n  ", bounds),
        "INVARIANTS " + String.join(" ", invariants),
        "ACTION_CONSTRAINT PromptStep",
        "SYMMETRY Symmetry",
        "VIEW View",
        "");
  }

  private static List<String> with(List<String> lines, String... different) {
    return lines.stream().map(line -> replaced(line, different)).toList();
  }

  private static String replaced(String line, String... different) {
    String name = line.substring(0, line.indexOf('='));
    for (String other : different) {
      if (other.startsWith(name)) {
        return other;
      }
    }
    return line;
  }
}
