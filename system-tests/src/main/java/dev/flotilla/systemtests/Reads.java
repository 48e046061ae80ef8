package dev.flotilla.systemtests;

/** Who answers the reads of a history. */
enum Reads {
  /** The group, linearizably. */
  GROUP,
  /** Any server, from what it has applied: the control, which must be found out. */
  ANY_SERVER;

  @Override
  public String toString() {
    return this == GROUP ? "the group" : "any server alone";
  }
}
