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

  /** From the beginning on; leaders force at once, so that it is about logs alone. */
  private static final String[] THREE_TERMS = {
    "Whole = TRUE", "MaxTerm = 3", "MaxLog = 2", "MaxCrashes = 0", "PromptLeaders = {a, b, c}"
  };

  /** From the middle of a story on, where two leaders have been and left each an entry. */
  private static final String[] FOUR_TERMS = {
    "Whole = TRUE",
    "Begun = TRUE",
    "MaxTerm = 4",
    "MaxLog = 2",
    "MaxCrashes = 0",
    "PromptLeaders = {a, b, c}"
  };

  /** One server hands over to another, and forgets by chance that it did. */
  private static final String[] CHANGE = {
    "Whole = TRUE",
    "Server = {a, b}",
    "Founders = {a}",
    "Prompt = {}",
    "Goals = {{b}}",
    "MaxLog = 3"
  };

  /** The same with room for the end of the change and for an entry after it. */
  private static final String[] WHOLE_CHANGE = {
    "Whole = TRUE",
    "Server = {a, b}",
    "Founders = {a}",
    "Prompt = {a, b}",
    "Goals = {{b}}",
    "MaxLog = 4"
  };

  private static final String[] ONE_READ = {
    "Whole = TRUE", "Reads = 1", "MaxLog = 2", "MaxCrashes = 0", "PromptLeaders = {a, b, c}"
  };

  private static final String[] WRITE_BEHIND = {
    "Whole = TRUE",
    "WriteBehind = {a}",
    "Prompt = {b, c}",
    "PromptLeaders = {b, c}",
    "MaxCrashes = 0"
  };

  private Models() {}

  /** Models in which nothing must be violated. */
  static List<Model> sound() {
    return List.of(
        SMALLEST,
        Model.sound("the same, every disk behind", "MaxTerm = 1", "MaxLog = 1", "Prompt = {}"),
        Model.sound("two terms, one entry", "MaxCrashes = 0", "PromptLeaders = {a, b, c}"),
        Model.sound("two terms, one entry, one crash", "PromptLeaders = {a, b, c}"),
        Model.sound("two terms, two entries, one crash", "Whole = TRUE", "MaxLog = 2"),
        Model.sound("three terms, two entries", THREE_TERMS),
        Model.sound("two more terms, two entries", FOUR_TERMS),
        Model.sound("two terms, one change, one crash", CHANGE),
        Model.sound("two terms, one read", ONE_READ),
        Model.sound("two terms, one write behind", WRITE_BEHIND));
  }

  /** Bugs, each with what must find it; each was seen to be found. */
  static List<Model> planted() {
    return List.of(
        EARLY_VOTE,
        Model.planted("acknowledgement before the force", "AcknowledgementsAreDurable")
            .seenBy("LeaderCompleteness"),
        Model.planted(
            "apply before the force", "AppliedIsDurable", "MaxTerm = 1", "MaxCrashes = 0"),
        Model.planted("commit beyond the verified", "StateMachineSafety"),
        Model.planted("older terms committed by counting", "LeaderCompleteness", FOUR_TERMS),
        Model.planted("logs compared by length", "LeaderCompleteness", THREE_TERMS),
        Model.planted("one quorum while joint", "ElectionSafety", CHANGE),
        Model.planted("joint left before it is committed", "ElectionSafety", WHOLE_CHANGE),
        Model.planted("read without a round", "ReadsAreLinearizable", ONE_READ),
        Model.planted(
            "read before an entry of the own term is committed", "ReadsAreLinearizable", ONE_READ),
        Model.planted("late completion counts", "KnownIsDurable", WRITE_BEHIND));
  }
}
