package dev.flotilla.client;

/** Which servers a read is to be answered by. It is a wish: where none is known, others answer. */
public enum ReadFrom {
  /** The leader, or whoever answered last: no other server is loaded. */
  LEADER,
  /** All servers that hold the state, in turns. */
  ANY,
  /** Those that do not lead, in turns: the leader has the commands to itself. */
  FOLLOWERS,
  /** Those that only learn, in turns: no server that votes is loaded. */
  LEARNERS
}
