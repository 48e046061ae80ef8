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

  private Models() {}

  /** Models in which nothing must be violated. */
  static List<Model> sound() {
    return List.of(
        SMALLEST,
        Model.sound("the same, every disk behind", "MaxTerm = 1", "MaxLog = 1", "Prompt = {}"));
  }

  /** Bugs, each with what must find it; each was seen to be found. */
  static List<Model> planted() {
    return List.of(
        EARLY_VOTE,
        Model.planted("acknowledgement before the force", "AcknowledgementsAreDurable")
            .seenBy("LeaderCompleteness"),
        Model.planted(
            "apply before the force", "AppliedIsDurable", "MaxTerm = 1", "MaxCrashes = 0"),
        Model.planted("commit beyond the verified", "StateMachineSafety"));
  }
}
