package dev.flotilla.kit;

/** The cases, each with what the contract demands. */
public enum ConformanceCase {
  /** About the test, not the machine: whoever sees nothing finds nothing. */
  COMMANDS_CAN_BE_SEEN(
      "the probes, or the canonical snapshot, must show what at least every tenth command changed;"
          + " otherwise the other cases see nothing"),

  /** A new directory. */
  EMPTY_AT_FIRST("on an empty directory, initialize returns 0 and recall hands over nothing"),

  /** Determinism, in other batches and at another time. */
  SAME_IN_OTHER_BATCHES(
      "results and state are a function of the commands and ends of sessions alone, with index, log"
          + " time and session: no clock, no randomness, and the same however they are cut into"
          + " batches; one result for each command, none for the end of a session"),

  /** Ends of sessions, which no command accompanies. */
  SESSION_ENDS_COME_ALONE(
      "a batch may hold nothing but ends of sessions, also of sessions without a command; what they"
          + " change is there once after terminate, a crash, and in a snapshot: the index that"
          + " initialize returns covers it, or it is applied again to a state without it"),

  /** Determinism, on several threads. */
  SAME_ON_OTHER_THREADS(
      "initialize, apply, query and terminate come from different threads, one call after another"),

  /** Determinism, in several countries. */
  SAME_ELSEWHERE(
      "results, answers and state are the same, and files and snapshots are found and read,"
          + " whatever the default locale and time zone of a server are"),

  /** Queries. */
  QUERIES_CHANGE_NOTHING("query changes neither the state nor a later result"),

  /** Queries that nobody expected. */
  STRANGE_QUERIES_ARE_ANSWERED(
      "a question that is not understood is answered Result.rejected; after an exception the node"
          + " can only say that the machine failed, and an Error would stop it"),

  /** Commands that nobody expected. */
  STRANGE_COMMANDS_ARE_ANSWERED(
      "a command that cannot be done is answered Result.rejected, the same on every member; an"
          + " exception would stop every server of the group, again at each start; what commands"
          + " leave in the state is read again after terminate, and from a snapshot"),

  /** Commands that are rejected. */
  REJECTED_COMMANDS_CHANGE_NOTHING(
      "a command that is answered Result.rejected leaves the state as it was; what log time and the"
          + " ends of sessions change is not its work"),

  /** The journal, if the machine keeps one. */
  FIND_TELLS_WHAT_WAS_EXECUTED(
      "find answers with exactly what was executed last under a uid, and with nothing for another"),

  /** Orderly ends. */
  RESTART_BETWEEN_BATCHES(
      "after terminate, initialize returns the last index that was applied (a machine in memory:"
          + " 0), and the commands from there on give the results and the state that they gave"
          + " before"),

  /** Crashes, as SIGKILL leaves the files. */
  CRASH_BETWEEN_BATCHES(
      "after a crash, initialize returns an index that was applied, the state is whole as of that"
          + " index, and the commands from there on give the results and the state that they gave"
          + " before; some crashes must find more than an empty directory"),

  /** Files as a power cut may leave them. */
  TORN_FILES(
      "when a file ends early or in zeros, initialize throws an IOException, or returns an index as"
          + " of which the state is whole; never another state; there must be a state to tear"),

  /** Executions that are known after a restart. */
  RECALL_LEAVES_NO_GAP(
      "after a restart, recall hands over the latest executions up to the index that initialize"
          + " returned, oldest first, without a gap, each of those with one uid, and no more than"
          + " were asked for"),

  /** A snapshot and back. */
  RESTORE_INTO_EMPTY(
      "what writeTo wrote, restoreFrom makes the same state of in a machine that is empty, which"
          + " then goes on alike; neither closes its stream"),

  /** A snapshot into a machine with another state. */
  RESTORE_REPLACES_ALL("restoreFrom leaves nothing of the state that was there before"),

  /** A snapshot before the first command. */
  SNAPSHOT_OF_NOTHING("a machine that has executed nothing can be held, written and restored, too"),

  /** A snapshot while commands go on. */
  SNAPSHOT_HOLDS_STILL(
      "writeTo writes the state as it was at snapshot(), while commands are applied, which do not"
          + " wait for its target"),

  /** Snapshots that are said to be the same bytes. */
  SNAPSHOTS_ARE_CANONICAL(
      "as this machine is said to write canonical snapshots: the same state gives the same bytes,"
          + " however it came to it"),

  /** Snapshots that nobody wants any more. */
  SNAPSHOT_CAN_BE_ABANDONED(
      "a snapshot may be closed unwritten; what its target throws is passed on; the machine goes on"
          + " and gives another one afterwards"),

  /** A held snapshot of a state that is replaced. */
  RESTORE_LEAVES_HELD_SNAPSHOT_WHOLE(
      "a snapshot that is held while another state is restored writes the old state, or throws"
          + " SnapshotGivenUp; it never writes anything else"),

  /** Streams that end early. */
  CUT_SNAPSHOT_IS_REFUSED(
      "restoreFrom throws an IOException at a stream that ends early, and a restart finds a whole"
          + " state, which can be restored anew"),

  /** Streams with another byte. */
  CHANGED_SNAPSHOT_IS_BORNE(
      "restoreFrom of a stream with a changed byte throws an IOException, or takes it as another"
          + " state if the machine was not said to checksum its snapshots; a restart finds a state"
          + " that can be restored anew"),

  /** Restored, then restarted. */
  RESTORED_STATE_STAYS("a state that was restored is there after terminate, and goes on alike"),

  /** Crashes while a snapshot is written. */
  CRASH_IN_SNAPSHOT(
      "a crash while a snapshot is written leaves a whole state; when writeTo has returned, one as"
          + " of that snapshot or later, since the log before it is dropped"),

  /** Crashes while a state is restored. */
  CRASH_IN_RESTORE(
      "a crash while a state is restored leaves the old state, the new one, or one as of an index"
          + " between, which initialize returns, 0 if need be; it can be restored anew"),

  /** Executions and snapshots. */
  RECALL_REACHES_BACK_TO_KEPT_SNAPSHOT(
      "recall leaves out no execution since the last snapshot that was kept; one that was written"
          + " and then given up counts for nothing"),

  /** Ends. */
  CLOSING_TWICE("a second terminate, and a second close of a snapshot, do nothing"),

  /** Ends of threads. */
  THREADS_END("when terminate has returned, the threads of the machine end"),

  /** Ends of files. */
  FILES_ARE_CLOSED("when terminate has returned, the machine has no file open");

  private final String demand;

  ConformanceCase(String demand) {
    this.demand = demand;
  }

  /** What the contract demands, in a sentence. */
  public String demand() {
    return demand;
  }
}
