package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.List;
import java.util.Optional;

/** An entry of the log. What 2014 had no words for is told by an element of ours. */
final class EntryCodec {
  private static final XmlField<Long> TIME_MILLIS = NumberFields.timeMillis(Elements.TIME_MILLIS);
  private static final XmlField<Boolean> OPEN_SESSION = XmlField.mark(Elements.OPEN_SESSION, true);
  private static final XmlField<Configuration> CONFIGURATION =
      XmlField.of(Elements.CONFIGURATION, ConfigurationCodec::read);
  private static final XmlField<Integer> ACTIVATION =
      NumberFields.version(Elements.ACTIVATE_VERSION);
  private static final XmlField<Integer> COMMANDS_ACTIVATION =
      NumberFields.version(Elements.ACTIVATE_COMMANDS);
  private static final XmlField<NoOp> NO_OP = XmlField.mark(Elements.NO_OP, NoOp.INSTANCE);
  private static final XmlField<WitnessEntry> WITHHELD =
      XmlField.mark(Elements.WITHHELD, WitnessEntry.INSTANCE);
  private static final List<XmlField<? extends Payload>> OWN =
      List.of(CONFIGURATION, NO_OP, WITHHELD);

  private EntryCodec() {}

  static void write(Entry entry, XmlWriter out) {
    out.open(Elements.ENTRY);
    if (entry.payload() instanceof Command command) {
      writeCommand(entry.position(), command, out);
    } else {
      String uid = entry.payload() instanceof OpenSession open ? open.uid() : "";
      writeStart(uid, entry.position(), "", out);
      out.element(Elements.PARAMETERS, "");
      writeOwn(entry.payload(), out);
    }
    out.slot();
    out.element(Elements.TIME_MILLIS, entry.timeMillis());
    out.close(Elements.ENTRY);
  }

  private static void writeCommand(LogPosition position, Command command, XmlWriter out) {
    byte[] parameters = command.parameters().toArray();
    writeStart(command.uid(), position, command.command(), out);
    if (BytesCodec.writeText(out, Elements.PARAMETERS, parameters)) {
      out.slot().base64(Elements.DATA, parameters);
    }
    command.session().ifPresent(tag -> SessionCodec.writeTag(tag, out));
  }

  private static void writeStart(String uid, LogPosition position, String command, XmlWriter out) {
    out.slot().element(Elements.UID, uid);
    out.slot().element(Elements.INDEX, position.index());
    out.slot().element(Elements.TERM, position.term());
    out.slot().element(Elements.COMMAND, command);
  }

  private static void writeOwn(Payload payload, XmlWriter out) {
    if (payload instanceof NoOp) {
      out.open(Elements.NO_OP).close(Elements.NO_OP);
    } else if (payload instanceof Configuration configuration) {
      ConfigurationCodec.write(configuration, out);
    } else if (payload instanceof WitnessEntry) {
      out.open(Elements.WITHHELD).close(Elements.WITHHELD);
    } else if (payload instanceof OpenSession) {
      out.open(Elements.OPEN_SESSION).close(Elements.OPEN_SESSION);
    } else if (payload instanceof ActivateVersion activation) {
      out.element(Elements.ACTIVATE_VERSION, activation.version());
    } else if (payload instanceof ActivateCommands activation) {
      out.element(Elements.ACTIVATE_COMMANDS, activation.version());
    } else {
      throw new IllegalArgumentException("the wire has no form for " + payload.getClass());
    }
  }

  static Entry read(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            Fields.UID,
            Fields.INDEX,
            Fields.TERM,
            Fields.COMMAND,
            Fields.PARAMETERS,
            TIME_MILLIS,
            Fields.DATA,
            Fields.SESSION,
            CONFIGURATION,
            ACTIVATION,
            COMMANDS_ACTIVATION,
            NO_OP,
            WITHHELD,
            OPEN_SESSION);
    LogPosition position = new LogPosition(read.require(Fields.INDEX), read.require(Fields.TERM));
    return new Entry(position, read.require(TIME_MILLIS), payload(read));
  }

  private static Payload payload(XmlFields read) throws XmlException {
    for (XmlField<? extends Payload> own : OWN) {
      Optional<? extends Payload> payload = read.find(own);
      if (payload.isPresent()) {
        return payload.get();
      }
    }
    Optional<Integer> activated = read.find(ACTIVATION);
    if (activated.isPresent()) {
      return new ActivateVersion(activated.get());
    }
    Optional<Integer> commands = read.find(COMMANDS_ACTIVATION);
    if (commands.isPresent()) {
      return new ActivateCommands(commands.get());
    }
    String uid = read.require(Fields.UID);
    return read.find(OPEN_SESSION).isPresent()
        ? new OpenSession(uid)
        : new Command(
            uid,
            read.require(Fields.COMMAND),
            BytesCodec.require(read, Fields.PARAMETERS, Fields.DATA),
            read.find(Fields.SESSION));
  }
}
