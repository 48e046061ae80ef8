package dev.flotilla.server.json;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a log: each line of {@code log dump}.
 *
 * @param kind command, open-session, no-op, configuration, ...
 * @param text what the kind is about, such as members; null of a command
 */
public record EntryJson(
    long index,
    long term,
    long timeMillis,
    String kind,
    @Nullable String uid,
    @Nullable String session,
    @Nullable String command,
    @Nullable String parameters,
    @Nullable String parametersBase64,
    @Nullable String text) {
  /** An entry with a command of a client. */
  public static EntryJson ofCommand(
      Entry entry, String kind, Command command, @Nullable String session) {
    return new EntryJson(
        entry.index(),
        entry.term(),
        entry.timeMillis(),
        kind,
        command.uid(),
        session,
        command.command(),
        Json.text(command.parameters()),
        Json.base64(command.parameters()),
        null);
  }

  /** Another entry; a text that is empty is left out. */
  public static EntryJson of(Entry entry, String kind, @Nullable String uid, String text) {
    return new EntryJson(
        entry.index(),
        entry.term(),
        entry.timeMillis(),
        kind,
        uid,
        null,
        null,
        null,
        null,
        text.isEmpty() ? null : text);
  }
}
