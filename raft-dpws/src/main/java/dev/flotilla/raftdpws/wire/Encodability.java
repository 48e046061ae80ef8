package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import java.util.List;
import java.util.Optional;

/**
 * Whether the wire can carry what a client asks for: decided by the check that the XML writer
 * makes, and asked before an entry is proposed, since a leader could send a log with such an entry
 * to nobody. Stateless; any thread.
 */
public final class Encodability {
  /** What an entry may take of an envelope; the rest is for the headers of SOAP. */
  public static final int MAX_ENTRY_BYTES = RaftContract.MAX_ENVELOPE_BYTES - 64 * 1024;

  /** One byte of parameters, or character, takes at most so many bytes as XML. */
  private static final int MAX_BYTES_PER_CHAR = 6;

  private Encodability() {}

  /** Why the wire cannot carry a payload; empty if it can. */
  public static Optional<String> objection(ClientPayload payload) {
    if (!XmlText.isCarriable(payload.uid())) {
      return Optional.of(uncarriable("uid"));
    }
    if (payload instanceof Command command) {
      if (!XmlText.isCarriable(command.command())) {
        return Optional.of(uncarriable("command"));
      }
      long bytes = (long) MAX_BYTES_PER_CHAR * command.sizeBytes();
      if (bytes > MAX_ENTRY_BYTES) {
        return Optional.of(
            "the command may take %s bytes as XML, at most %s fit; make it smaller"
                .formatted(bytes, MAX_ENTRY_BYTES));
      }
    }
    return Optional.empty();
  }

  /** Why the first of some entries that the wire cannot carry is one; empty if there is none. */
  public static Optional<Refusal> firstRefused(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry.payload() instanceof ClientPayload payload) {
        Optional<String> objection = objection(payload);
        if (objection.isPresent()) {
          return Optional.of(new Refusal(entry, objection.get()));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * An entry that the wire cannot carry.
   *
   * @param entry it
   * @param reason why
   */
  public record Refusal(Entry entry, String reason) {}

  private static String uncarriable(String what) {
    return "the "
        + what
        + " holds a character that XML cannot carry (a control character, a lone surrogate, U+FFFE"
        + " or U+FFFF); send such content as binary parameters";
  }
}
