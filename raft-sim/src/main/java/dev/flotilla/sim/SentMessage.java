package dev.flotilla.sim;

import dev.flotilla.raft.message.Message;

/** A message of a recorded trace, and between whom it passed. */
record SentMessage(int from, int to, Message message) {
  /** Stands for a message that the trace leaves out. */
  static final int NOT_RECORDED = -1;
}
