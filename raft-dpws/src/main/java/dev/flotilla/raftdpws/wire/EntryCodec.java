package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.ActivateVersion;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.NoOp;
import dev.flotilla.raft.OpenSession;
import dev.flotilla.raft.Payload;
import dev.flotilla.raft.SessionTag;
import dev.flotilla.raft.Withheld;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An entry of the log. What 2014 had no words for is told by an element of ours. */
final class EntryCodec {
  private EntryCodec() {}

  static void write(Entry entry, XmlWriter out) {
    if (entry.payload() instanceof Command command) {
      writeCommand(entry.position(), command, out);
    } else {
      String uid = entry.payload() instanceof OpenSession open ? open.uid() : "";
      writeStart(uid, entry.position(), "", out);
      out.element(Elements.PARAMETERS, "");
      writeOwn(entry.payload(), out);
    }
    out.element(Elements.TIME_MILLIS, entry.timeMillis());
  }

  private static void writeCommand(LogPosition position, Command command, XmlWriter out) {
    byte[] parameters = command.parameters().toArray();
    writeStart(command.uid(), position, command.command(), out);
    if (BytesCodec.writeText(out, Elements.PARAMETERS, parameters)) {
      out.base64(Elements.DATA, parameters);
    }
    command.session().ifPresent(tag -> SessionCodec.writeTag(tag, out));
  }

  private static void writeStart(String uid, LogPosition position, String command, XmlWriter out) {
    out.element(Elements.UID, uid);
    out.element(Elements.INDEX, position.index());
    out.element(Elements.TERM, position.term());
    out.element(Elements.COMMAND, command);
  }

  private static void writeOwn(Payload payload, XmlWriter out) {
    if (payload instanceof NoOp) {
      out.open(Elements.NO_OP).close(Elements.NO_OP);
    } else if (payload instanceof Configuration configuration) {
      ConfigurationCodec.write(configuration, out);
    } else if (payload instanceof Withheld) {
      out.open(Elements.WITHHELD).close(Elements.WITHHELD);
    } else if (payload instanceof OpenSession) {
      out.open(Elements.OPEN_SESSION).close(Elements.OPEN_SESSION);
    } else if (payload instanceof ActivateVersion activation) {
      out.element(Elements.ACTIVATE_VERSION, activation.version());
    } else {
      throw new IllegalArgumentException("the wire has no form for " + payload.getClass());
    }
  }

  static Entry read(XmlReader in) throws XmlException {
    Draft draft = new Draft();
    while (in.nextChild()) {
      draft.take(in);
    }
    LogPosition position =
        new LogPosition(
            in.require(draft.index, Elements.INDEX), in.require(draft.term, Elements.TERM));
    return new Entry(
        position, in.require(draft.timeMillis, Elements.TIME_MILLIS), draft.payload(in));
  }

  /** What has been read of an entry. */
  private static final class Draft {
    private @Nullable String uid;
    private @Nullable Long index;
    private @Nullable Long term;
    private @Nullable String command;
    private @Nullable Bytes parameters;
    private @Nullable Bytes data;
    private @Nullable Long timeMillis;
    private @Nullable SessionTag session;
    private @Nullable Payload own;
    private boolean opensSession;

    void take(XmlReader in) throws XmlException {
      if (in.is(Elements.UID)) {
        uid = in.trimmedText();
      } else if (in.is(Elements.INDEX)) {
        index = in.longValue();
      } else if (in.is(Elements.TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.COMMAND)) {
        command = in.text();
      } else if (in.is(Elements.PARAMETERS)) {
        parameters = BytesCodec.readText(in);
      } else {
        takeOurs(in);
      }
    }

    private void takeOurs(XmlReader in) throws XmlException {
      if (in.is(Elements.DATA)) {
        data = BytesCodec.readData(in);
      } else if (in.is(Elements.TIME_MILLIS)) {
        timeMillis = in.longValue();
      } else if (in.is(Elements.SESSION)) {
        session = SessionCodec.readTag(in);
      } else if (in.is(Elements.CONFIGURATION)) {
        own = ConfigurationCodec.read(in);
      } else if (in.is(Elements.ACTIVATE_VERSION)) {
        own = new ActivateVersion(Math.toIntExact(in.longValue()));
      } else {
        own = in.is(Elements.NO_OP) ? NoOp.INSTANCE : own;
        own = in.is(Elements.WITHHELD) ? Withheld.INSTANCE : own;
        opensSession |= in.is(Elements.OPEN_SESSION);
        in.skip();
      }
    }

    Payload payload(XmlReader in) throws XmlException {
      if (own != null) {
        return own;
      }
      String name = in.require(uid, Elements.UID);
      return opensSession
          ? new OpenSession(name)
          : new Command(
              name,
              in.require(command, Elements.COMMAND),
              in.require(BytesCodec.merge(parameters, data), Elements.PARAMETERS),
              Optional.ofNullable(session));
    }
  }
}
