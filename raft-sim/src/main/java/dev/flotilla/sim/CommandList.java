package dev.flotilla.sim;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.LogPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Executed commands as a snapshot holds them. */
final class CommandList {
  private CommandList() {}

  static void write(List<CommittedCommand> commands, OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    out.writeInt(commands.size());
    for (CommittedCommand each : commands) {
      out.writeLong(each.position().index());
      out.writeLong(each.position().term());
      out.writeUTF(each.command().uid());
      out.writeUTF(each.command().command());
      byte[] parameters = each.command().parameters().toArray();
      out.writeInt(parameters.length);
      out.write(parameters);
    }
    out.flush();
  }

  static List<CommittedCommand> read(InputStream source) throws IOException {
    DataInputStream in = new DataInputStream(source);
    List<CommittedCommand> commands = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      LogPosition position = new LogPosition(in.readLong(), in.readLong());
      String uid = in.readUTF();
      String command = in.readUTF();
      Bytes parameters = Bytes.wrap(in.readNBytes(in.readInt()));
      commands.add(new CommittedCommand(position, new Command(uid, command, parameters)));
    }
    return commands;
  }
}
