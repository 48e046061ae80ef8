package dev.flotilla.bdb.pairs;

import dev.flotilla.bdb.database.PackedUid;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The stored form of executions: how many (4 bytes), and of each its index, term and fingerprint (8
 * each), success (1), then uid and result, each after its length (4).
 */
final class ExecutionFormat {
  private static final int FIXED_BYTES = 3 * Long.BYTES + 1 + 2 * Integer.BYTES;
  private static final int MAX_UID_BYTES_A_CHAR = 3;

  private ExecutionFormat() {}

  /** What an execution takes at most. */
  static int sizeBytes(Execution execution) {
    return FIXED_BYTES
        + 1
        + MAX_UID_BYTES_A_CHAR * execution.uid().length()
        + execution.result().value().size();
  }

  static byte[] write(List<Execution> executions) {
    List<byte[]> uids = executions.stream().map(each -> PackedUid.pack(each.uid())).toList();
    int size = Integer.BYTES;
    for (int i = 0; i < uids.size(); i++) {
      size += FIXED_BYTES + uids.get(i).length + executions.get(i).result().value().size();
    }
    ByteBuffer out = ByteBuffer.allocate(size).putInt(executions.size());
    for (int i = 0; i < uids.size(); i++) {
      Execution each = executions.get(i);
      out.putLong(each.position().index()).putLong(each.position().term());
      out.putLong(each.fingerprint()).put((byte) (each.result().success() ? 1 : 0));
      out.putInt(uids.get(i).length).put(uids.get(i));
      out.putInt(each.result().value().size());
      each.result().value().copyTo(out);
    }
    return out.array();
  }

  static int count(byte[] stored) {
    return ByteBuffer.wrap(stored).getInt();
  }

  static List<Execution> read(byte[] stored) {
    ByteBuffer in = ByteBuffer.wrap(stored);
    int count = in.getInt();
    List<Execution> executions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      LogPosition position = new LogPosition(in.getLong(), in.getLong());
      long fingerprint = in.getLong();
      boolean success = in.get() != 0;
      String uid = PackedUid.unpack(ByteBuffer.wrap(take(in)));
      Result result = new Result(success, Bytes.wrap(take(in)));
      executions.add(new Execution(position, uid, fingerprint, result));
    }
    return executions;
  }

  private static byte[] take(ByteBuffer in) {
    byte[] taken = new byte[in.getInt()];
    in.get(taken);
    return taken;
  }
}
