package dev.flotilla.kit;

/** What a machine is said to be. */
enum Trait {
  IN_MEMORY,
  CANONICAL,
  CHECKSUMMED,
  IN_SESSIONS
}
