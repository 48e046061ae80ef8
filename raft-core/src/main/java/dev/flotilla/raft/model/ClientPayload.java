package dev.flotilla.raft.model;

/** What clients ask to have logged; all else in the log is the protocol's own. */
public sealed interface ClientPayload extends Payload permits Command, OpenSession {
  /** The longest uid, in characters. */
  int MAX_UID_CHARS = 256;

  /** The client's name for the request: attempts that repeat it repeat this. */
  String uid();

  /** The version of the protocol that brings it: before it is active, this is refused. */
  int sinceVersion();
}
