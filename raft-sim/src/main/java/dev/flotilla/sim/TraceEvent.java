package dev.flotilla.sim;

/** One line of a recorded trace. */
sealed interface TraceEvent {
  /** The server that did it. */
  int server();

  /** A process has begun with what its disk held. */
  record Started(int server, ServerStatus standing) implements TraceEvent {}

  /** A cycle of the group loop: it learns first of all that is forced by now. */
  record Begun(int server) implements TraceEvent {}

  /** The cycle takes a message. */
  record Received(int server, int message, Answer answer) implements TraceEvent {}

  /** How the server stands at the end of the cycle. */
  record Stands(int server, ServerStatus standing) implements TraceEvent {}

  /** The cycle hands a write to the disk. */
  record HandedOut(int server) implements TraceEvent {}

  /** The log loop has forced all that was handed out. */
  record Forced(int server) implements TraceEvent {}

  /** A message leaves. */
  record Sent(int server, int message) implements TraceEvent {}

  /** What became of a request for a vote. */
  enum Answer {
    /** It was none. */
    NONE,
    /** Not even its term was taken up. */
    IGNORED,
    /** No vote. */
    REFUSED,
    /** A vote, that leaves when it is forced. */
    GRANTED
  }
}
