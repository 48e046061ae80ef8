package dev.flotilla.node.statemachine;

/** How much room there is for what a state machine writes. */
public enum Room {
  /** All is well. */
  ENOUGH,
  /**
   * What was accepted already finds room, and more shall not be: commands are refused as on a full
   * disk, and another server shall lead.
   */
  LITTLE,
  /** As before, and nothing is to be applied until there is more. */
  NONE
}
