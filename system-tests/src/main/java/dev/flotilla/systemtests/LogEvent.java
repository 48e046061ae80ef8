package dev.flotilla.systemtests;

/** What happens to a server's log once in a while. */
public enum LogEvent {
  /** It goes on in another segment, since one is full. */
  SEGMENT_BEGUN,
  /** A segment is dropped behind a snapshot of this server's own. */
  SEGMENT_DROPPED,
  /** It has begun anew after a snapshot that its leader sent, and so has the state machine. */
  SNAPSHOT_INSTALLED
}
