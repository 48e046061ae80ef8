package dev.flotilla.raft;

/** What a log entry carries. */
public sealed interface Payload permits Command, NoOp, Configuration, Withheld {
  /** An upper estimate of the size in bytes, for bounds on memory and messages. */
  int sizeBytes();
}
