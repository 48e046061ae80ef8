package dev.flotilla.client;

/**
 * Why a command, a query or a change of the members was refused: nothing was executed, and nothing
 * will be. Later versions may add reasons, so give a {@code switch} a default.
 */
public enum RefusalReason {
  /** No server of the group was found, or none could be reached. */
  NO_SERVER,
  /** Servers answered, and none of them led. */
  NO_LEADER,
  /** Too much was waiting, here or at the leader. */
  BUSY,
  /** The leader's disk is full, and no other server that has room has taken over. */
  DISK_FULL,
  /** The request can never be executed as it is. */
  INVALID,
  /** Not every member runs a program that knows the command; upgrade them, and send it again. */
  NOT_ACTIVATED,
  /** This client's certificate does not allow it. */
  FORBIDDEN,
  /** The command's session has expired. */
  SESSION_EXPIRED,
  /** What the group is now does not allow it, such as a change while another is under way. */
  CONFLICT,
  /** The servers found belong to another group, or to two groups of one name. */
  WRONG_GROUP,
  /** This client was closed. */
  CLOSED
}
