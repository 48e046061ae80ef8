package dev.flotilla.sim;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SessionTag;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Executed commands and ended sessions as a snapshot holds them. */
final class CommandList {
  /** Simulated machines know the first version of their commands only. */
  private static final int ACTIVE_VERSION = 1;

  private CommandList() {}

  static void write(List<CommittedCommand> commands, OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    out.writeInt(commands.size());
    for (CommittedCommand each : commands) {
      out.writeLong(each.position().index());
      out.writeLong(each.position().term());
      out.writeLong(each.timeMillis());
      out.writeUTF(each.command().uid());
      out.writeUTF(each.command().command());
      byte[] parameters = each.command().parameters().toArray();
      out.writeInt(parameters.length);
      out.write(parameters);
      write(each.command().session(), out);
    }
    out.flush();
  }

  private static void write(Optional<SessionTag> session, DataOutputStream out) throws IOException {
    out.writeBoolean(session.isPresent());
    if (session.isPresent()) {
      out.writeLong(session.get().session());
      out.writeLong(session.get().sequence());
      out.writeLong(session.get().lowestUnanswered());
    }
  }

  private static Optional<SessionTag> readSession(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? Optional.of(new SessionTag(in.readLong(), in.readLong(), in.readLong()))
        : Optional.empty();
  }

  static List<CommittedCommand> read(InputStream source) throws IOException {
    DataInputStream in = new DataInputStream(source);
    List<CommittedCommand> commands = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      LogPosition position = new LogPosition(in.readLong(), in.readLong());
      long timeMillis = in.readLong();
      String uid = in.readUTF();
      String command = in.readUTF();
      Bytes parameters = Bytes.wrap(in.readNBytes(in.readInt()));
      commands.add(
          new CommittedCommand(
              position,
              timeMillis,
              new Command(uid, command, parameters, readSession(in)),
              ACTIVE_VERSION));
    }
    return commands;
  }

  static void writeEnds(List<SessionEnd> ends, OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    out.writeInt(ends.size());
    for (SessionEnd each : ends) {
      out.writeLong(each.position().index());
      out.writeLong(each.position().term());
      out.writeLong(each.timeMillis());
      out.writeLong(each.session());
    }
    out.flush();
  }

  static List<SessionEnd> readEnds(InputStream source) throws IOException {
    DataInputStream in = new DataInputStream(source);
    List<SessionEnd> ends = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      LogPosition position = new LogPosition(in.readLong(), in.readLong());
      ends.add(new SessionEnd(position, in.readLong(), in.readLong()));
    }
    return ends;
  }
}
