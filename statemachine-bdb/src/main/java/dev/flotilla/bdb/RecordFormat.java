package dev.flotilla.bdb;

import dev.flotilla.bdb.database.PackedUid;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The stored form of a record, without its index, which is its key: success (1 byte), term (8),
 * then uid, command and parameters, each after its length (4), and the result to the end.
 */
final class RecordFormat {
  private static final int FIXED_BYTES = 1 + Long.BYTES + 3 * Integer.BYTES;

  private RecordFormat() {}

  static byte[] write(JournalRecord record, byte[] packedUid) {
    byte[] command = record.command().command().getBytes(StandardCharsets.UTF_8);
    Bytes parameters = record.command().parameters();
    Bytes result = record.result().value();
    ByteBuffer out =
        ByteBuffer.allocate(
            FIXED_BYTES + packedUid.length + command.length + parameters.size() + result.size());
    out.put((byte) (record.result().success() ? 1 : 0)).putLong(record.position().term());
    out.putInt(packedUid.length).put(packedUid);
    out.putInt(command.length).put(command);
    out.putInt(parameters.size());
    parameters.copyTo(out);
    result.copyTo(out);
    return out.array();
  }

  /**
   * Reads a record.
   *
   * @throws IllegalArgumentException if it is none
   * @throws java.nio.BufferUnderflowException if it is none
   */
  static JournalRecord read(long index, byte[] stored) {
    ByteBuffer in = ByteBuffer.wrap(stored);
    boolean success = in.get() != 0;
    LogPosition position = new LogPosition(index, in.getLong());
    String uid = PackedUid.unpack(ByteBuffer.wrap(take(in, in.getInt())));
    String command = new String(take(in, in.getInt()), StandardCharsets.UTF_8);
    Bytes parameters = Bytes.wrap(take(in, in.getInt()));
    Bytes result = Bytes.wrap(take(in, in.remaining()));
    return new JournalRecord(
        position, new Command(uid, command, parameters), new Result(success, result));
  }

  private static byte[] take(ByteBuffer in, int size) {
    if (size < 0 || size > in.remaining()) {
      throw new IllegalArgumentException(
          "a part of %s bytes, where %s are left".formatted(size, in.remaining()));
    }
    byte[] taken = new byte[size];
    in.get(taken);
    return taken;
  }
}
