package dev.flotilla.node.sessions;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The parts of which a {@link ClientTable} is written; what is read is checked. */
final class ClientTableForm {
  private static final int MAX_BYTES_A_CHAR = 3;
  private static final int NONE = -1;

  private ClientTableForm() {}

  static void writePosition(LogPosition position, DataOutputStream out) throws IOException {
    out.writeLong(position.index());
    out.writeLong(position.term());
  }

  static LogPosition readPosition(DataInputStream in) throws IOException {
    long index = in.readLong();
    long term = in.readLong();
    if (index < 1 || term < 1) {
      throw new IOException("no entry stands at index " + index + ", term " + term);
    }
    return new LogPosition(index, term);
  }

  static void writeUid(String uid, DataOutputStream out) throws IOException {
    byte[] bytes = uid.getBytes(StandardCharsets.UTF_8);
    out.writeShort(bytes.length);
    out.write(bytes);
  }

  static String readUid(DataInputStream in) throws IOException {
    int size = in.readUnsignedShort();
    if (size < 1 || size > MAX_BYTES_A_CHAR * Command.MAX_UID_CHARS) {
      throw new IOException("a uid of " + size + " bytes");
    }
    return new String(readFully(in, size), StandardCharsets.UTF_8);
  }

  static void writeValue(Optional<Bytes> value, DataOutputStream out) throws IOException {
    if (value.isEmpty()) {
      out.writeInt(NONE);
      return;
    }
    out.writeInt(value.get().size());
    out.write(value.get().toArray());
  }

  static Optional<Bytes> readValue(DataInputStream in) throws IOException {
    int size = in.readInt();
    if (size < NONE) {
      throw new IOException("a result of " + size + " bytes");
    }
    return size == NONE ? Optional.empty() : Optional.of(Bytes.wrap(readFully(in, size)));
  }

  /** Takes memory for what is there, not for what a wrong number announces. */
  private static byte[] readFully(DataInputStream in, int size) throws IOException {
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException();
    }
    return bytes;
  }
}
