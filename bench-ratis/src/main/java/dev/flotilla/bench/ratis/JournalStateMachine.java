package dev.flotilla.bench.ratis;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * Appends every command to a file and remembers its uid, so that a command that is sent again
 * executes once. The file is not forced: the log is, and builds it anew.
 *
 * <p><b>Thread.</b> Ratis applies entries on one thread; queries come on any.
 */
final class JournalStateMachine extends BaseStateMachine {
  private static final int UID_BYTES = 16;

  private final DataOutputStream journal;

  /** Guarded by this. */
  private final Set<UUID> uids = new HashSet<>();

  /** Writes its journal into a server's directory. */
  JournalStateMachine(Path directory) throws IOException {
    this.journal =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(directory.resolve("journal"))));
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    try {
      append(entry.getStateMachineLogEntry().getLogData());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    return CompletableFuture.completedFuture(Message.EMPTY);
  }

  private synchronized void append(ByteString command) throws IOException {
    if (uids.add(uid(command))) {
      journal.writeInt(command.size());
      command.writeTo(journal);
    }
  }

  private static UUID uid(ByteString command) throws IOException {
    if (command.size() < UID_BYTES) {
      throw new IOException("a command of " + command.size() + " bytes has no uid");
    }
    var bytes = command.asReadOnlyByteBuffer();
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  /** How many commands have been executed. */
  @Override
  public synchronized CompletableFuture<Message> query(Message request) {
    return CompletableFuture.completedFuture(Message.valueOf(Integer.toString(uids.size())));
  }
}
