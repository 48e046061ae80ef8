package dev.flotilla.server.json;

import dev.flotilla.storage.backup.BackupHeader;
import java.nio.file.Path;

/** A backup that was written: the document of {@code backup}. */
public record BackupJson(
    String file, String group, String groupId, long index, long term, String member) {
  /** The file and what it says of itself. */
  public static BackupJson of(Path file, BackupHeader header) {
    return new BackupJson(
        file.toString(),
        header.groupName(),
        header.group().value(),
        header.last().index(),
        header.last().term(),
        header.member().toString());
  }
}
