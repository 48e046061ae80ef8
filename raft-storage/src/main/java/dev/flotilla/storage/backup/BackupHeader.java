package dev.flotilla.storage.backup;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a backup says of itself: lines {@code key=value}, for people and for programs.
 *
 * @param groupName the name of the group
 * @param group the id of the group
 * @param member the member whose state it is
 * @param last the last entry that it holds
 * @param snapshot the snapshot in it: last entry, log time, protocol version, size and checksum;
 *     empty if it holds the whole log instead
 * @param entries how many entries of the log follow the snapshot, or the beginning
 */
public record BackupHeader(
    String groupName,
    GroupId group,
    NodeId member,
    LogPosition last,
    Optional<Content> snapshot,
    long entries) {
  /** The form of backups that this version writes, and the newest that it reads. */
  public static final int FORMAT = 1;

  private static final String GROUP = "group";
  private static final String GROUP_ID = "group-id";
  private static final String MEMBER = "member";
  private static final String INDEX = "index";
  private static final String TERM = "term";
  private static final String ENTRIES = "entries";
  private static final String SNAPSHOT_INDEX = "snapshot-index";
  private static final String SNAPSHOT_TERM = "snapshot-term";
  private static final String SNAPSHOT_TIME = "snapshot-time-millis";
  private static final String SNAPSHOT_VERSION = "snapshot-version";
  private static final String SNAPSHOT_BYTES = "snapshot-bytes";
  private static final String SNAPSHOT_CHECKSUM = "snapshot-checksum";

  /**
   * A snapshot, without the members that it names: those are not members of a group that is
   * restored.
   *
   * @param last the last entry whose effects it holds
   * @param timeMillis the log time of that entry
   * @param version the protocol version that is active as of that entry
   * @param sizeBytes how many bytes it has
   * @param checksum the first eight bytes of their SHA-256
   */
  public record Content(
      LogPosition last, long timeMillis, int version, long sizeBytes, long checksum) {
    /** Rejects an empty snapshot, which holds no state. */
    public Content {
      if (sizeBytes < 1 || last.index() < 1) {
        throw new IllegalArgumentException(
            "a snapshot of " + sizeBytes + " bytes at " + last + " holds no state");
      }
    }

    /** What a snapshot's metadata say. */
    public static Content of(SnapshotMetadata metadata) {
      return new Content(
          metadata.last(),
          metadata.timeMillis(),
          metadata.version(),
          metadata.sizeBytes(),
          metadata.checksum());
    }
  }

  /** Rejects counts that do not fit each other. */
  public BackupHeader {
    long base = snapshot.map(it -> it.last().index()).orElse(0L);
    if (groupName.isEmpty() || entries < 0 || last.index() != base + entries || last.index() < 1) {
      throw new IllegalArgumentException(
          "not a backup of '%s': %s entries after index %s, up to %s"
              .formatted(groupName, entries, base, last));
    }
  }

  /** The lines, in UTF-8. */
  byte[] toBytes() {
    StringBuilder text = new StringBuilder();
    line(text, GROUP, groupName);
    line(text, GROUP_ID, group.value());
    line(text, MEMBER, member.toString());
    line(text, INDEX, Long.toString(last.index()));
    line(text, TERM, Long.toString(last.term()));
    line(text, ENTRIES, Long.toString(entries));
    snapshot.ifPresent(
        it -> {
          line(text, SNAPSHOT_INDEX, Long.toString(it.last().index()));
          line(text, SNAPSHOT_TERM, Long.toString(it.last().term()));
          line(text, SNAPSHOT_TIME, Long.toString(it.timeMillis()));
          line(text, SNAPSHOT_VERSION, Integer.toString(it.version()));
          line(text, SNAPSHOT_BYTES, Long.toString(it.sizeBytes()));
          line(text, SNAPSHOT_CHECKSUM, Long.toHexString(it.checksum()));
        });
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads what {@link #toBytes} writes; keys that it does not know are passed over.
   *
   * @throws IllegalArgumentException if something is missing or impossible
   */
  static BackupHeader of(byte[] bytes) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    Optional<Content> snapshot =
        values.containsKey(SNAPSHOT_INDEX) ? Optional.of(contentOf(values)) : Optional.empty();
    return new BackupHeader(
        required(values, GROUP),
        new GroupId(required(values, GROUP_ID)),
        NodeId.parse(required(values, MEMBER)),
        new LogPosition(number(values, INDEX), number(values, TERM)),
        snapshot,
        number(values, ENTRIES));
  }

  private static Content contentOf(Map<String, String> values) {
    return new Content(
        new LogPosition(number(values, SNAPSHOT_INDEX), number(values, SNAPSHOT_TERM)),
        number(values, SNAPSHOT_TIME),
        Math.toIntExact(number(values, SNAPSHOT_VERSION)),
        number(values, SNAPSHOT_BYTES),
        Long.parseUnsignedLong(required(values, SNAPSHOT_CHECKSUM), 16));
  }

  private static long number(Map<String, String> values, String key) {
    return Long.parseLong(required(values, key));
  }

  private static String required(Map<String, String> values, String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("the header has no '" + key + "'");
    }
    return value;
  }

  private static void line(StringBuilder text, String key, String value) {
    if (value.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a value of two lines: '" + value + "'");
    }
    text.append(key).append('=').append(value).append('\n');
  }
}
