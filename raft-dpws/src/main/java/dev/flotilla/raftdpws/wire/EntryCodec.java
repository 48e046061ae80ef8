package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlTemplate;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.node.Unsendable;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the log. What the contract of 2014 lacks has an element of ours.
 *
 * <p>Commands are written and read by templates. An entry has the same bytes in each message that
 * holds it; those of small and recent ones are kept for the other followers.
 *
 * <p>Whether the wire can carry what a client asks for is decided by the check that the XML writer
 * makes, and asked before an entry is proposed, since a leader could send a log with such an entry
 * to nobody. Any thread.
 */
public final class EntryCodec {
  /** What an entry may take of an envelope; the rest is for the headers of SOAP. */
  private static final int MAX_ENTRY_BYTES = RaftContract.MAX_ENVELOPE_BYTES - 64 * 1024;

  /** One byte of parameters, or character, takes at most so many bytes as XML. */
  private static final int MAX_BYTES_PER_CHAR = 6;

  static final XmlElement ENTRY = Fields.raft("entry");
  static final XmlElement ENTRIES = Fields.raft("entries");
  private static final Child<Long> RAFT_TERM = Fields.RAFT_TERM.slot();
  private static final Child<Long> TIME_MILLIS = Fields.TIME_MILLIS.slot();
  private static final Child<Bytes> DATA = Fields.DATA.slot();
  private static final Form<Bytes> PARAMETERS = Fields.bytes(Fields.PARAMETERS, DATA);
  private static final Child<Boolean> OPEN_SESSION = Fields.mark("openSession");
  private static final Child<Integer> ACTIVATION = Fields.version("activateVersion");
  private static final Child<Integer> COMMANDS_ACTIVATION = Fields.version("activateCommands");
  private static final Child<Boolean> NO_OP = Fields.mark("noOp");
  private static final Child<Boolean> WITHHELD = Fields.mark("withheld");

  private static final byte[] NONE = ascii("/>");
  private static final byte[] BEGIN = ascii(">");
  private static final byte[] END =
      ascii("</" + ENTRIES.prefix() + ":" + ENTRIES.localName() + ">");

  private static final Bytes TEXT = Bytes.utf8("text");
  private static final Bytes BINARY = Bytes.copyOf(new byte[] {0});

  /** Forms of commands: first those of a session; then each with text or not as parameters. */
  private static final List<XmlTemplate> FORMS =
      List.of(form(true, TEXT), form(true, BINARY), form(false, TEXT), form(false, BINARY));

  private static final int SESSION_FORMS = FORMS.size() / 2;

  private static final int PLACES = 128;
  private static final int MAX_KEPT_BYTES = 4 << 10;
  private static final AtomicReferenceArray<Map.@Nullable Entry<Entry, byte[]>> KEPT =
      new AtomicReferenceArray<>(PLACES);

  private EntryCodec() {}

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

  /** The first of some entries that the wire cannot carry; empty if there is none. */
  public static Optional<Unsendable> firstRefused(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry.payload() instanceof ClientPayload payload) {
        Optional<String> objection = objection(payload);
        if (objection.isPresent()) {
          return Optional.of(Unsendable.of(entry, objection.get()));
        }
      }
    }
    return Optional.empty();
  }

  private static String uncarriable(String what) {
    return "the "
        + what
        + " holds a character that XML cannot carry (a control character, a lone surrogate, U+FFFE"
        + " or U+FFFF); send such content as binary parameters";
  }

  static void write(Entry entry, XmlWriter out) {
    out.open(ENTRY);
    if (entry.payload() instanceof Command command) {
      writeStart(command.uid(), entry.position(), command.command(), out);
      PARAMETERS.write(command.parameters(), out);
      command.session().ifPresent(tag -> Fields.SESSION.write(tag, out));
    } else {
      String uid = entry.payload() instanceof OpenSession open ? open.uid() : "";
      writeStart(uid, entry.position(), "", out);
      out.element(Fields.PARAMETERS.element, "");
      writeOwn(entry.payload(), out);
    }
    TIME_MILLIS.write(entry.timeMillis(), out);
    out.close(ENTRY);
  }

  private static void writeStart(String uid, LogPosition position, String command, XmlWriter out) {
    Fields.UID.write(uid, out);
    Fields.RAFT_INDEX.write(position.index(), out);
    RAFT_TERM.write(position.term(), out);
    Fields.COMMAND.write(command, out);
  }

  private static void writeOwn(Payload payload, XmlWriter out) {
    if (payload instanceof NoOp) {
      NO_OP.write(true, out);
    } else if (payload instanceof Configuration configuration) {
      Fields.CONFIGURATION.write(configuration, out);
    } else if (payload instanceof WitnessEntry) {
      WITHHELD.write(true, out);
    } else if (payload instanceof OpenSession) {
      OPEN_SESSION.write(true, out);
    } else if (payload instanceof ActivateVersion activation) {
      ACTIVATION.write(activation.version(), out);
    } else if (payload instanceof ActivateCommands activation) {
      COMMANDS_ACTIVATION.write(activation.version(), out);
    } else {
      throw new IllegalArgumentException("the wire has no form for " + payload.getClass());
    }
  }

  static Entry read(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            Fields.UID.field,
            Fields.RAFT_INDEX.field,
            RAFT_TERM.field,
            Fields.COMMAND.field,
            Fields.PARAMETERS.field,
            TIME_MILLIS.field,
            DATA.field,
            Fields.SESSION.field,
            Fields.CONFIGURATION.field,
            ACTIVATION.field,
            COMMANDS_ACTIVATION.field,
            NO_OP.field,
            WITHHELD.field,
            OPEN_SESSION.field);
    LogPosition position = new LogPosition(Fields.RAFT_INDEX.read(read), RAFT_TERM.read(read));
    return new Entry(position, TIME_MILLIS.read(read), payload(read));
  }

  private static Payload payload(XmlFields read) throws XmlException {
    if (has(read, Fields.CONFIGURATION)) {
      return Fields.CONFIGURATION.read(read);
    } else if (has(read, NO_OP)) {
      return NoOp.INSTANCE;
    } else if (has(read, WITHHELD)) {
      return WitnessEntry.INSTANCE;
    } else if (has(read, ACTIVATION)) {
      return new ActivateVersion(ACTIVATION.read(read));
    } else if (has(read, COMMANDS_ACTIVATION)) {
      return new ActivateCommands(COMMANDS_ACTIVATION.read(read));
    }
    String uid = Fields.UID.read(read);
    return has(read, OPEN_SESSION)
        ? new OpenSession(uid)
        : new Command(
            uid, Fields.COMMAND.read(read), PARAMETERS.read(read), read.find(Fields.SESSION.field));
  }

  private static boolean has(XmlFields read, Child<?> child) {
    return read.find(child.field).isPresent();
  }

  /** Writes the content of the slot between the begin of the tag and the end of the element. */
  static void writeSlot(List<Entry> entries, SlotWriter out) throws TemplateMismatchException {
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

  @SuppressWarnings("ReferenceEquality") // The log has one object for each entry.
  private static byte[] encoded(Entry entry) {
    int place = (int) entry.index() & (PLACES - 1);
    Map.Entry<Entry, byte[]> kept = KEPT.get(place);
    if (kept != null && kept.getKey() == entry) {
      return kept.getValue();
    }
    byte[] xml = encode(entry);
    if (xml.length <= MAX_KEPT_BYTES) {
      KEPT.set(place, Map.entry(entry, xml));
    }
    return xml;
  }

  private static byte[] encode(Entry entry) {
    if (entry.payload() instanceof Command command) {
      int first = command.session().isPresent() ? 0 : SESSION_FORMS;
      for (int form = first; form < first + SESSION_FORMS; form++) {
        try {
          return encode(entry, command, new SlotWriter(FORMS.get(form)));
        } catch (TemplateMismatchException e) {
          // Another form, or none.
        }
      }
    }
    return record(entry).recorded();
  }

  private static byte[] encode(Entry entry, Command command, SlotWriter out)
      throws TemplateMismatchException {
    out.text(command.uid());
    out.number(entry.index());
    out.number(entry.term());
    out.text(command.command());
    out.bytes(command.parameters().toArray());
    if (command.session().isPresent()) {
      writeSession(command.session().get(), out);
    }
    out.number(entry.timeMillis());
    return out.toBytes();
  }

  /** Reads what {@link #writeSlot} writes, if all entries are commands. */
  static List<Entry> readSlot(SlotReader in) throws TemplateMismatchException {
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
      form = readNext(form, in, entries);
    }
    return entries;
  }

  /** Reads the next entry; most have the form of the one before. */
  private static int readNext(int likely, SlotReader in, List<Entry> entries)
      throws TemplateMismatchException {
    for (int i = 0; i < FORMS.size(); i++) {
      int form = (likely + i) % FORMS.size();
      int place = in.beginPart(FORMS.get(form));
      try {
        entries.add(read(in, form < SESSION_FORMS));
        return form;
      } catch (TemplateMismatchException e) {
        in.retry(place);
      }
    }
    throw new TemplateMismatchException();
  }

  private static Entry read(SlotReader in, boolean hasSession) throws TemplateMismatchException {
    String uid = in.token(ClientPayload.MAX_UID_CHARS);
    long index = in.number(NumberLimits.MAX_INDEX);
    long term = in.number(NumberLimits.MAX_TERM);
    String command = in.text();
    Bytes parameters = Bytes.wrap(in.bytes());
    Optional<SessionTag> session = hasSession ? Optional.of(readSession(in)) : Optional.empty();
    long timeMillis = in.number(NumberLimits.MAX_TIME_MILLIS);
    in.endPart();
    return new Entry(
        new LogPosition(index, term), timeMillis, new Command(uid, command, parameters, session));
  }

  static void writeSession(SessionTag tag, SlotWriter out) throws TemplateMismatchException {
    out.number(tag.session());
    out.number(tag.sequence());
    out.number(tag.lowestUnanswered());
  }

  static SessionTag readSession(SlotReader in) throws TemplateMismatchException {
    return new SessionTag(
        in.number(NumberLimits.MAX_SEQUENCE),
        in.number(NumberLimits.MAX_SEQUENCE),
        in.number(NumberLimits.MAX_SEQUENCE));
  }

  private static XmlTemplate form(boolean hasSession, Bytes parameters) {
    Optional<SessionTag> session =
        hasSession ? Optional.of(new SessionTag(1, 1, 1)) : Optional.empty();
    Command command = new Command("uid", "command", parameters, session);
    return record(new Entry(new LogPosition(1, 1), command)).template();
  }

  /** Writes an entry where entries are, with the same namespaces in scope. */
  private static XmlWriter record(Entry entry) {
    XmlWriter out = XmlWriter.inMemory();
    out.open(ENTRIES).text("").record();
    write(entry, out);
    return out;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
