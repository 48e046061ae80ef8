package dev.flotilla.raftdpws.founding;

/** How far a server is with founding. */
enum FoundingPhase {
  /** It looks for the other founders. */
  COLLECTING,
  /** It has accepted a list, for good, and waits until every founder has. */
  ACCEPTED,
  /** Every founder has accepted the list: the group exists. */
  FOUNDED,
  /** The group exists without this server. */
  REFUSED
}
