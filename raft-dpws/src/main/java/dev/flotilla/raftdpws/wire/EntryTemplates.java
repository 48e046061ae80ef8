package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlTemplate;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.SessionTag;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The entries in an AppendEntries by templates. An entry has the same bytes in each message that
 * holds it; those of small and recent ones are kept for the other followers. Any thread.
 */
final class EntryTemplates {
  private static final byte[] NONE = ascii("/>");
  private static final byte[] BEGIN = ascii(">");
  private static final byte[] END =
      ascii("</" + EntryCodec.ENTRIES.prefix() + ":" + EntryCodec.ENTRIES.localName() + ">");

  private static final Bytes TEXT = Bytes.utf8("text");
  private static final Bytes BINARY = Bytes.copyOf(new byte[] {0});

  /** Commands: of a session or not, with text as parameters or not. Ours come first. */
  private static final List<CommandForm> FORMS =
      List.of(
          new CommandForm(true, TEXT),
          new CommandForm(true, BINARY),
          new CommandForm(false, TEXT),
          new CommandForm(false, BINARY));

  private static final int PLACES = 128;
  private static final int MAX_KEPT_BYTES = 4 << 10;
  private static final AtomicReferenceArray<@Nullable Encoded> KEPT =
      new AtomicReferenceArray<>(PLACES);

  private static final class Encoded {
    private final Entry entry;
    private final byte[] xml;

    Encoded(Entry entry, byte[] xml) {
      this.entry = entry;
      this.xml = xml;
    }
  }

  private EntryTemplates() {}

  /** Writes the content of the slot between the begin of the tag and the end of the element. */
  static void write(List<Entry> entries, SlotWriter out) throws TemplateMismatchException {
    out.begin();
    if (entries.isEmpty()) {
      out.append(NONE);
      return;
    }
    out.append(BEGIN);
    for (Entry entry : entries) {
      out.append(encoded(entry));
    }
    out.append(END);
  }

  /** Reads what {@link #write} writes, if all entries are commands. */
  static List<Entry> read(SlotReader in) throws TemplateMismatchException {
    in.begin();
    if (in.takes(NONE)) {
      return List.of();
    }
    if (!in.takes(BEGIN)) {
      throw new TemplateMismatchException();
    }
    List<Entry> entries = new ArrayList<>();
    int form = 0;
    while (!in.takes(END)) {
      form = read(form, in, entries);
    }
    return entries;
  }

  /** Reads the next entry; most have the form of the one before. */
  private static int read(int likely, SlotReader in, List<Entry> entries)
      throws TemplateMismatchException {
    for (int i = 0; i < FORMS.size(); i++) {
      int number = (likely + i) % FORMS.size();
      CommandForm form = FORMS.get(number);
      int place = in.beginPart(form.template);
      try {
        entries.add(form.read(in));
        return number;
      } catch (TemplateMismatchException e) {
        in.retry(place);
      }
    }
    throw new TemplateMismatchException();
  }

  @SuppressWarnings("ReferenceEquality") // The log has one object for each entry.
  private static byte[] encoded(Entry entry) {
    int place = (int) entry.index() & (PLACES - 1);
    Encoded kept = KEPT.get(place);
    if (kept != null && kept.entry == entry) {
      return kept.xml;
    }
    byte[] xml = encode(entry);
    if (xml.length <= MAX_KEPT_BYTES) {
      KEPT.set(place, new Encoded(entry, xml));
    }
    return xml;
  }

  private static byte[] encode(Entry entry) {
    if (entry.payload() instanceof Command command) {
      for (CommandForm form : FORMS) {
        if (form.hasSession == command.session().isPresent()) {
          try {
            return form.write(entry, command);
          } catch (TemplateMismatchException e) {
            // Another form, or none.
          }
        }
      }
    }
    return record(entry).recorded();
  }

  /** Writes an entry where entries are, with the same namespaces in scope. */
  private static XmlWriter record(Entry entry) {
    XmlWriter out = XmlWriter.inMemory();
    out.open(AppendEntriesCodec.REQUEST).open(EntryCodec.ENTRIES).text("").record();
    EntryCodec.write(entry, out);
    return out;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A form of commands, with its template. */
  private static final class CommandForm {
    private final boolean hasSession;
    private final XmlTemplate template;

    CommandForm(boolean hasSession, Bytes parameters) {
      this.hasSession = hasSession;
      Optional<SessionTag> session =
          hasSession ? Optional.of(new SessionTag(1, 1, 1)) : Optional.empty();
      Command command = new Command("uid", "command", parameters, session);
      this.template = record(new Entry(new LogPosition(1, 1), command)).template();
    }

    byte[] write(Entry entry, Command command) throws TemplateMismatchException {
      SlotWriter out = new SlotWriter(template);
      out.text(command.uid());
      out.number(entry.index());
      out.number(entry.term());
      out.text(command.command());
      out.bytes(command.parameters().toArray());
      if (hasSession) {
        InsertCommandTemplates.writeSession(command.session().orElseThrow(), out);
      }
      out.number(entry.timeMillis());
      return out.toBytes();
    }

    Entry read(SlotReader in) throws TemplateMismatchException {
      String uid = in.token(ClientPayload.MAX_UID_CHARS);
      long index = in.number(NumberLimits.MAX_INDEX);
      long term = in.number(NumberLimits.MAX_TERM);
      String command = in.text();
      Bytes parameters = Bytes.wrap(in.bytes());
      Optional<SessionTag> session =
          hasSession ? Optional.of(InsertCommandTemplates.readSession(in)) : Optional.empty();
      long timeMillis = in.number(NumberLimits.MAX_TIME_MILLIS);
      in.endPart();
      return new Entry(
          new LogPosition(index, term), timeMillis, new Command(uid, command, parameters, session));
    }
  }
}
