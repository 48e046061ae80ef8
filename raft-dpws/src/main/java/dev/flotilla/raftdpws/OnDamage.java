package dev.flotilla.raftdpws;

/** What a server does that finds its data directory damaged, of a group that exists. */
public enum OnDamage {
  /**
   * It keeps what is damaged aside, begins anew under another incarnation, and asks the group to
   * put that in the place of its former self.
   */
  REPLACE,
  /** It changes nothing and does not start. */
  REFUSE
}
