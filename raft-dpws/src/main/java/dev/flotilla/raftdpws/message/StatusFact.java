package dev.flotilla.raftdpws.message;

/**
 * The names of the values in {@link StatusFacts}: the one place that names them. A name on the wire
 * is never used again for another meaning; its last word is the unit of a number.
 */
public enum StatusFact {
  /** What people call the server, as it was told at its start. */
  MEMBER_NAME("memberName"),
  /** What other members are called, as this server has heard: see {@link MemberNames}. */
  MEMBER_NAMES("memberNames"),
  /** Milliseconds since the server began to listen. */
  UPTIME_MILLIS("uptimeMillis"),
  /** Which members have lost log entries that they had confirmed to this server, in words. */
  LOST_ENTRIES("lostEntries"),

  /** The shortest election timeout in force, at least the configured one. */
  ELECTION_TIMEOUT_MIN_MILLIS("electionTimeoutMinMillis"),

  /** The longest election timeout in force. */
  ELECTION_TIMEOUT_MAX_MILLIS("electionTimeoutMaxMillis"),

  /** The delay of timers and heartbeats on which the election timeout in force rests. */
  MEASURED_DELAY_MILLIS("measuredDelayMillis"),

  /** Up to which version the program of the server knows the commands of its group. */
  COMMANDS_VERSION("commandsVersion"),
  /** The version of the commands that the group takes, as far as the server has applied. */
  ACTIVE_COMMANDS_VERSION("activeCommandsVersion"),
  /** Why the server applies nothing any more, with the remedy. */
  APPLY_STOPPED("applyStopped"),
  /** What its state was at some indexes, as {@link StateFingerprints#text}. */
  FINGERPRINTS("fingerprints"),
  /** What the disk has no room for, in words; absent if it has room. */
  DISK_FULL("diskFull"),
  /** Bytes that are free on the file system of the data directory. */
  FREE_BYTES("freeBytes"),
  /** Open file descriptors of the process. */
  OPEN_FILES("openFiles"),
  /** The most file descriptors that the process may have. */
  MAX_OPEN_FILES("maxOpenFiles"),
  /** What the clock of the host says, in milliseconds since 1970. */
  TIME_MILLIS("timeMillis"),
  /** Processor time of the process since it started. */
  PROCESSOR_MILLIS("processorMillis"),
  /** The Java heap in use. */
  HEAP_BYTES("heapBytes"),
  /** The largest size of the Java heap. */
  MAX_HEAP_BYTES("maxHeapBytes"),
  /** Commands of clients that this server has executed and answered, and how long they took. */
  ANSWERED_COMMANDS("answeredCommands"),
  /** How long those took, all together. */
  ANSWERED_MICROS("answeredMicros"),
  /** Why the server could not accept a connection in the last seconds; absent if it could. */
  ACCEPT_FAILURE("acceptFailure"),
  /** The name of the server's transport beside SOAP, a space, and where it is on its host. */
  TRANSPORT("transport"),
  /** What no other process has: tells a server from a copy of it. */
  PROCESS("process"),
  /** What all of a status is that does not change all the time: see {@link StatusEdition}. */
  EDITION("edition"),

  /** Addresses at which another process answers with this server's identity. */
  OWN_ID_ELSEWHERE("ownIdElsewhere"),

  /** Ids and addresses of other founded groups with this group's name. */
  OTHER_GROUPS("otherGroups");

  private final String wireName;

  StatusFact(String wireName) {
    this.wireName = wireName;
  }

  /** The name in messages, at most {@link StatusFacts#MAX_NAME_CHARS} characters. */
  public String wireName() {
    return wireName;
  }
}
