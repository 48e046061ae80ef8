package dev.flotilla.node;

/** What the disk of a server has room for (safety rule 11). */
public enum DiskRoom {
  /** Everything. */
  ENOUGH,
  /** No commands of clients: log or state would not find room. */
  NO_COMMANDS,
  /** Nothing is applied, either: the state falls behind until there is room. */
  NONE
}
