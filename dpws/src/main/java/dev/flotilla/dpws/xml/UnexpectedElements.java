package dev.flotilla.dpws.xml;

/**
 * What {@link XmlFields} does with children that it was not asked for, and with a second one of a
 * field that may occur once.
 */
public enum UnexpectedElements {
  /**
   * Passes over unknown ones, and takes the last of several: the sender may run a newer program,
   * which has to be understood during an upgrade.
   */
  PASS_OVER,

  /**
   * Refuses repeated ones, and unknown ones in the namespace of their parent. Elements of other
   * namespaces are passed over, since others may extend the message with them.
   */
  REFUSE_OWN,

  /** Refuses unknown and repeated ones, in every namespace. */
  REFUSE
}
