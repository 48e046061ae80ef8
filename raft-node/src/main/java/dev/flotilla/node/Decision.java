package dev.flotilla.node;

/** What is to become of a committed command; the same on every member (safety rule 6). */
sealed interface Decision {
  /** It is new: to be executed, and its result to be handed to {@link ClientTable#resolve}. */
  record Execute(Memory memory) implements Decision {}

  /** It was executed before, or is earlier in the same batch: its first result answers it. */
  record Repeat(Memory memory) implements Decision {}

  /** It is not executed, now or later. */
  record Refuse(InsertOutcome outcome) implements Decision {}
}
