package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raftdpws.wire.Form.Child;

/** An entry of the log. What 2014 had no words for is told by an element of ours. */
final class EntryCodec {
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

  private EntryCodec() {}

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
}
