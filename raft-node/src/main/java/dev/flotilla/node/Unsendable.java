package dev.flotilla.node;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;

/**
 * An entry of the log that the transport cannot encode.
 *
 * @param position where it stands
 * @param uid its command's uid, made printable; empty for an entry without one
 * @param reason why it cannot be encoded
 */
public record Unsendable(LogPosition position, String uid, String reason) {
  /** Describes an entry. */
  public static Unsendable of(Entry entry, String reason) {
    String uid = entry.payload() instanceof Command command ? command.uid() : "";
    return new Unsendable(entry.position(), Printable.of(uid), reason);
  }

  @Override
  public String toString() {
    return "entry " + position + " (uid '" + uid + "') cannot be encoded: " + reason;
  }
}
