package dev.flotilla.raft.model;

/** What a log entry carries. */
public sealed interface Payload
    permits ClientPayload, ActivateVersion, ActivateCommands, NoOp, Configuration, WitnessEntry {
  /** An upper estimate of the size in bytes, for bounds on memory and messages. */
  int sizeBytes();
}
