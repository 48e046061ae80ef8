package dev.flotilla.metrics;

import java.util.List;

/**
 * The metrics of a server: the one place that names them. The reference page {@code metrics.md}
 * describes each. Names follow the conventions of Prometheus: base units, {@code _total} for
 * counters, which begin with 0 when the server starts.
 */
public enum Metric {
  INFO("info", Kind.GAUGE, "Always 1; the labels identify the server.", "group_id", "version"),
  UPTIME("uptime_seconds", Kind.GAUGE, "Seconds since the server began to listen."),

  TERM("term", Kind.GAUGE, "Current Raft term."),
  ROLE("role", Kind.GAUGE, "1 for the current role of the server, 0 for the others.", "role"),
  IS_LEADER("is_leader", Kind.GAUGE, "1 if the server leads its group, otherwise 0."),
  HAS_LEADER("has_leader", Kind.GAUGE, "1 if the server knows a leader, otherwise 0."),
  QUORUM_CONTACT(
      "quorum_contact_seconds",
      Kind.GAUGE,
      "Seconds since the server last knew a leader with a majority."),
  MEMBERS("members", Kind.GAUGE, "Members of the group, by their kind.", "kind"),
  ELECTION_TIMEOUT_MIN(
      "election_timeout_min_seconds", Kind.GAUGE, "Shortest election timeout in force."),
  ELECTION_TIMEOUT_MAX(
      "election_timeout_max_seconds", Kind.GAUGE, "Longest election timeout in force."),
  MEASURED_DELAY(
      "measured_delay_seconds",
      Kind.GAUGE,
      "Measured delay of timers and heartbeats that extends the election timeout."),
  ELECTIONS("elections_total", Kind.COUNTER, "Elections in which the server was a candidate."),
  ELECTIONS_WON("elections_won_total", Kind.COUNTER, "Elections that the server won."),
  LEADER_CHANGES(
      "leader_changes_total", Kind.COUNTER, "Changes of the leader that the server noticed."),
  CONTRADICTIONS(
      "contradictions_total",
      Kind.COUNTER,
      "Refused messages that contradict the protocol or the log."),

  LAST_INDEX("log_last_index", Kind.GAUGE, "Index of the last entry of the log."),
  DURABLE_INDEX("log_durable_index", Kind.GAUGE, "Index of the last entry that is synced to disk."),
  COMMIT_INDEX("commit_index", Kind.GAUGE, "Index of the last entry known to be committed."),
  APPLIED_INDEX(
      "applied_index", Kind.GAUGE, "Index of the last entry that the state machine has applied."),
  LOG_WRITES("log_writes_total", Kind.COUNTER, "Writes to the log; several may share one fsync."),
  LOG_ENTRIES("log_written_entries_total", Kind.COUNTER, "Entries that were appended to the log."),
  LOG_BYTES(
      "log_written_bytes_total",
      Kind.COUNTER,
      "Bytes of the entries that were appended to the log."),
  FSYNC("fsync_seconds", Kind.HISTOGRAM, "Duration of each fsync of the log."),

  FOLLOWER_LAG(
      "follower_lag_entries",
      Kind.GAUGE,
      "Entries of the leader's log that the follower has not synced; leaders only.",
      "follower"),
  FOLLOWER_SILENT(
      "follower_silent_seconds",
      Kind.GAUGE,
      "Seconds since the leader last heard the follower; leaders only.",
      "follower"),
  FOLLOWER_SNAPSHOT_LEFT(
      "follower_snapshot_left_bytes",
      Kind.GAUGE,
      "Bytes of a snapshot that the follower still lacks; leaders only.",
      "follower"),

  QUEUE_DEPTH("queue_depth", Kind.GAUGE, "Items that wait in the queue.", "queue"),
  QUEUE_CAPACITY("queue_capacity", Kind.GAUGE, "Items that the queue can hold.", "queue"),
  QUEUE_TAKEN("queue_taken_total", Kind.COUNTER, "Items that the queue has accepted.", "queue"),
  QUEUE_REFUSED(
      "queue_refused_total", Kind.COUNTER, "Items that the full queue has refused.", "queue"),

  COMMANDS("commands_total", Kind.COUNTER, "Commands of clients, by their outcome.", "outcome"),
  COMMAND_TIME(
      "command_seconds",
      Kind.HISTOGRAM,
      "Time from the arrival of an executed command at the server to its answer."),
  READS("reads_total", Kind.COUNTER, "Reads of clients, by their outcome.", "outcome"),
  APPLIED_COMMANDS(
      "applied_commands_total", Kind.COUNTER, "Commands that the state machine has executed."),
  APPLIED_BATCHES(
      "applied_batches_total", Kind.COUNTER, "Batches in which the state machine executed them."),
  DUPLICATE_COMMANDS(
      "duplicate_commands_total",
      Kind.COUNTER,
      "Committed commands that were not executed again because they were retries."),
  APPLY_STOPPED(
      "apply_stopped",
      Kind.GAUGE,
      "1 if the server does not apply commands any more, otherwise 0."),

  SNAPSHOT_INDEX(
      "snapshot_index", Kind.GAUGE, "Last entry that the newest snapshot contains; 0 without one."),
  SNAPSHOT_BYTES("snapshot_size_bytes", Kind.GAUGE, "Size of the newest snapshot."),
  SNAPSHOT_AGE(
      "snapshot_age_seconds",
      Kind.GAUGE,
      "Seconds since the newest snapshot was written, or since the start if it is older."),
  SNAPSHOT_DURATION(
      "snapshot_duration_seconds", Kind.GAUGE, "Time that writing the last snapshot took."),
  SNAPSHOTS_TAKEN("snapshots_taken_total", Kind.COUNTER, "Snapshots that the server has taken."),
  SNAPSHOTS_FAILED(
      "snapshots_failed_total", Kind.COUNTER, "Snapshots that the server could not finish."),
  SNAPSHOT_SENT(
      "snapshot_sent_bytes_total", Kind.COUNTER, "Bytes of snapshots read to send them to others."),
  SNAPSHOT_RECEIVED(
      "snapshot_received_bytes_total", Kind.COUNTER, "Bytes of snapshots received from leaders."),
  SNAPSHOT_BEHIND(
      "snapshot_behind_entries", Kind.GAUGE, "Entries applied after the newest snapshot."),
  SNAPSHOT_BEHIND_BYTES(
      "snapshot_behind_bytes",
      Kind.GAUGE,
      "Bytes of the entries applied after the newest snapshot."),

  DISK_FULL(
      "disk_full",
      Kind.GAUGE,
      "1 if the server refuses commands because its disk is full, otherwise 0."),
  DISK_FREE("disk_free_bytes", Kind.GAUGE, "Free bytes on the file system of the data directory."),
  OPEN_FILES("open_files", Kind.GAUGE, "Open file descriptors of the process."),
  MAX_OPEN_FILES("open_files_limit", Kind.GAUGE, "Largest number of file descriptors allowed."),
  CERTIFICATE_END(
      "certificate_expiry_timestamp_seconds",
      Kind.GAUGE,
      "Time at which the server's certificate expires, in seconds since 1970."),
  CPU("process_cpu_seconds_total", Kind.COUNTER, "Processor time of the process."),
  HEAP_USED("heap_used_bytes", Kind.GAUGE, "Java heap in use."),
  HEAP_MAX("heap_max_bytes", Kind.GAUGE, "Largest size of the Java heap."),
  THREADS("threads", Kind.GAUGE, "Threads of the process."),

  LIVE("live", Kind.GAUGE, "1 unless the server has failed and needs a restart."),
  READY("ready", Kind.GAUGE, "1 if the server is a member that knows a leader with a majority.");

  private final String text;
  private final Kind kind;
  private final String help;
  private final List<String> labels;

  /** What the numbers of a metric mean. */
  public enum Kind {
    /** A value that goes up and down. */
    GAUGE,
    /** A number that only grows while the server runs. */
    COUNTER,
    /** Durations, counted by their length. */
    HISTOGRAM
  }

  Metric(String text, Kind kind, String help, String... labels) {
    this.text = "flotilla_" + text;
    this.kind = kind;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** The full name, such as {@code flotilla_term}. */
  public String text() {
    return text;
  }

  /** What its numbers mean. */
  public Kind kind() {
    return kind;
  }

  /** One sentence that says what it measures. */
  public String help() {
    return help;
  }

  /** The names of its labels; most metrics have none. */
  public List<String> labels() {
    return labels;
  }
}
