package dev.flotilla.sim;

import java.util.List;

/** The models that are checked: what must hold, and which planted bugs must be found. */
final class Models {
  /** A few thousand states. */
  static final Model SMALLEST =
      Model.sound("one term, one entry, one crash", "MaxTerm = 1", "MaxLog = 1");

  /** A server votes twice in a term, because it forgot. */
  static final Model EARLY_VOTE =
      Model.planted("vote before the force", "VotesAreDurable", "MaxTerm = 1")
          .seenBy("ElectionSafety");

  private static final String ALONE = "Founders = {a}";
  private static final String ALL_OTHERS = "Goals = {{b, c}}";

  private Models() {}

  /** Models in which nothing must be violated. */
  static List<Model> sound() {
    return List.of(
        SMALLEST,
        Model.sound("one term, one entry, every disk behind", "MaxTerm = 1", "Prompt = {}"),
        Model.sound(
            "one disk's writes step by step",
            "MaxTerm = 1",
            "Prompt = {a, b}",
            "WriteBehind = {c}"),
        Model.sound("two terms, one entry, one crash"),
        Model.sound("a read", "MaxLog = 2", "MaxCrashes = 0", "Reads = 1"),
        Model.sound("all voters replaced", ALONE, ALL_OTHERS, "MaxLog = 3"));
  }

  /** Bugs, each with what must find it. */
  static List<Model> planted() {
    return List.of(
        Model.planted("vote before the force", "VotesAreDurable", "MaxTerm = 1"),
        EARLY_VOTE,
        Model.planted("acknowledgement before the force", "AcknowledgementsAreDurable"),
        Model.planted("acknowledgement before the force", "AcknowledgementsAreDurable")
            .seenBy("LeaderCompleteness"),
        Model.planted("apply before the force", "AppliedIsDurable", "MaxTerm = 1"),
        Model.planted("commit beyond the verified", "StateMachineSafety"),
        Model.planted(
            "late completion counts", "KnownIsDurable", "Prompt = {a, c}", "WriteBehind = {b}"),
        Model.planted("one quorum while joint", "ElectionSafety", ALONE, ALL_OTHERS, "MaxLog = 3"),
        Model.planted(
            "joint left before it is committed", "ElectionSafety", ALONE, ALL_OTHERS, "MaxLog = 4"),
        Model.planted(
            "read without a round",
            "ReadsAreLinearizable",
            "MaxLog = 2",
            "MaxCrashes = 0",
            "Reads = 1"),
        Model.planted(
            "read before an entry of the own term is committed",
            "ReadsAreLinearizable",
            "MaxLog = 2",
            "MaxCrashes = 0",
            "Reads = 1"));
  }
}
