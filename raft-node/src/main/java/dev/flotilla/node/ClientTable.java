package dev.flotilla.node;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/**
 * What the group remembers of its clients, and by which each command is executed once (safety rule
 * 6): a part of the replicated state, a function of the committed entries alone, and so the same on
 * every member however they were batched.
 *
 * <p>Owned by the apply thread. Each committed command is decided in log order; those to be
 * executed are resolved with their results in the same order, before more than {@link
 * #maxUnresolved} wait for theirs.
 */
final class ClientTable {
  /** The form in which {@link #write} writes. */
  private static final int FORM = 1;

  private record InWindow(ExecutionWindow window, int handle) implements Memory {
    @Override
    public LogPosition position() {
      return window.position(handle);
    }

    @Override
    public Optional<Result> result() {
      return window.result(handle);
    }

    @Override
    public boolean success() {
      return window.success(handle);
    }
  }

  private final ExecutionWindow window;

  ClientTable(ExecutionWindow window) {
    this.window = window;
  }

  /** An empty table of the size that clients are promised. */
  static ClientTable forNode(UidHash hash) {
    return new ClientTable(ExecutionWindow.forNode(hash));
  }

  /** Decides on the next committed command. */
  Decision decide(Entry entry, Command command) {
    int admission = window.admit(entry.position(), command.uid(), command.fingerprint());
    return admission >= 0
        ? new Decision.Execute(new InWindow(window, admission))
        : known(~admission, command);
  }

  /** Takes the result of the oldest command that was to be executed and has none yet. */
  void resolve(Result result) {
    window.resolve(result);
  }

  /** How many commands may be decided on ahead of their results. */
  int maxUnresolved() {
    return window.maxUnresolved();
  }

  /** What would be decided on a command that is a retry; empty if it is none. */
  Optional<Decision> lookUp(Command command) {
    int handle = window.find(command.uid());
    return handle < 0 ? Optional.empty() : Optional.of(known(handle, command));
  }

  /** What is remembered of the command under a uid. */
  Optional<Memory> find(String uid) {
    int handle = window.find(uid);
    return handle < 0 ? Optional.empty() : Optional.of(new InWindow(window, handle));
  }

  /** The uid of the last command that was executed. */
  Optional<String> latestUid() {
    return window.latestUid();
  }

  int hashOf(String uid) {
    return window.hashOf(uid);
  }

  /** The window of bare uids. */
  ExecutionWindow window() {
    return window;
  }

  /**
   * Writes the whole table, for a snapshot. Everything that was to be executed must be resolved.
   * Bounded by the table's own bounds, some tens of megabytes; the stream is not closed.
   */
  void write(OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    out.writeInt(FORM);
    window.write(out);
    out.flush();
  }

  /**
   * Reads what {@link #write} wrote into this table, which must be empty. Reads no further, and
   * does not close the stream. On an exception the table is of no use any more.
   *
   * @throws IOException if it is nothing that {@link #write} writes, or the stream fails
   */
  void read(InputStream source) throws IOException {
    DataInputStream in = new DataInputStream(source);
    try {
      requireForm(in.readInt());
      window.read(in);
    } catch (EOFException e) {
      throw new IOException("the client table ends in the middle", e);
    } catch (IllegalArgumentException e) {
      throw new IOException("not a client table: " + e.getMessage(), e);
    }
  }

  private static void requireForm(int form) throws IOException {
    if (form != FORM) {
      throw new IOException("the client table has form " + form + ", this version reads " + FORM);
    }
  }

  private Decision known(int handle, Command command) {
    return window.fingerprint(handle) == command.fingerprint()
        ? new Decision.Repeat(new InWindow(window, handle))
        : new Decision.Refuse(Outcomes.otherCommand(command.uid()));
  }
}
