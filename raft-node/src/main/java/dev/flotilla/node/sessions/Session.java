package dev.flotilla.node.sessions;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client's session. Apply thread. */
final class Session {
  private final long id;
  private final String uid;

  /** Executed commands from lowestUnanswered on, by sequence. */
  private final TreeMap<Long, SessionCommand> commands = new TreeMap<>();

  private long usedMillis;
  private long lowestUnanswered = 1;

  Session(long id, String uid) {
    this.id = id;
    this.uid = uid;
  }

  /** The index of the entry that opened it. */
  long id() {
    return id;
  }

  /** The uid under which it was opened. */
  String uid() {
    return uid;
  }

  /** The log time of its last command. */
  long usedMillis() {
    return usedMillis;
  }

  void use(long timeMillis) {
    usedMillis = timeMillis;
  }

  long lowestUnanswered() {
    return lowestUnanswered;
  }

  int commands() {
    return commands.size();
  }

  @Nullable SessionCommand find(long sequence) {
    return commands.get(sequence);
  }

  void add(SessionCommand command) {
    commands.put(command.sequence(), command);
  }

  /** Removes the commands whose answers the client has, and tells each. */
  void acknowledge(long below, Consumer<SessionCommand> gone) {
    lowestUnanswered = Math.max(lowestUnanswered, below);
    while (!commands.isEmpty() && commands.firstKey() < lowestUnanswered) {
      gone.accept(commands.pollFirstEntry().getValue());
    }
  }

  void visit(Consumer<SessionCommand> visitor) {
    commands.values().forEach(visitor);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(id);
    ClientTableForm.writeUid(uid, out);
    out.writeLong(usedMillis);
    out.writeLong(lowestUnanswered);
    out.writeInt(commands.size());
    for (SessionCommand command : commands.values()) {
      command.write(out);
    }
  }

  static Session read(DataInputStream in, int maxCommands) throws IOException {
    Session session = new Session(in.readLong(), ClientTableForm.readUid(in));
    session.usedMillis = in.readLong();
    session.lowestUnanswered = in.readLong();
    int count = in.readInt();
    if (session.id < 1
        || session.usedMillis < 0
        || session.lowestUnanswered < 1
        || count < 0
        || count > maxCommands) {
      throw new IOException("session " + session.id + " with " + count + " commands");
    }
    long last = session.lowestUnanswered - 1;
    for (int i = 0; i < count; i++) {
      SessionCommand command = SessionCommand.read(in);
      if (command.sequence() <= last) {
        throw new IOException("number " + command.sequence() + " after " + last);
      }
      last = command.sequence();
      session.add(command);
    }
    return session;
  }
}
