package dev.flotilla.storage;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The form of a configuration on disk, in the log and in snapshots: voters, outgoing voters,
 * learners, goal and witnesses, each as a count and as many members, of whom each takes 32 bytes.
 * Any thread.
 *
 * <p>Internal: public only for the other packages of raft-storage.
 */
public final class ConfigurationForm {
  private static final int MEMBER_BYTES = 4 * Long.BYTES;

  private ConfigurationForm() {}

  public static int sizeOf(Configuration configuration) {
    int size = 0;
    for (List<Member> members : lists(configuration)) {
      size += Integer.BYTES + members.size() * MEMBER_BYTES;
    }
    return size;
  }

  public static void write(Configuration configuration, ByteBuffer target) {
    for (List<Member> members : lists(configuration)) {
      target.putInt(members.size());
      for (Member member : members) {
        UUID id = member.id().uuid();
        target.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        target.putLong(member.incarnation().high()).putLong(member.incarnation().low());
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if it is no configuration; the checksum was right, so another version wrote
   *     it
   */
  public static Configuration read(ByteBuffer source) throws IOException {
    try {
      return new Configuration(
          readMembers(source),
          readMembers(source),
          readMembers(source),
          readMembers(source),
          readMembers(source));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("what should be a configuration is none: " + e, e);
    }
  }

  private static List<Member> readMembers(ByteBuffer source) throws IOException {
    int count = source.getInt();
    if (count < 0 || count > source.remaining() / MEMBER_BYTES) {
      throw new IOException("a list of " + count + " members in " + source.remaining() + " bytes");
    }
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      NodeId id = new NodeId(new UUID(source.getLong(), source.getLong()));
      members.add(new Member(id, new Incarnation(source.getLong(), source.getLong())));
    }
    return members;
  }

  private static List<List<Member>> lists(Configuration configuration) {
    return List.of(
        configuration.voters(),
        configuration.outgoing(),
        configuration.learners(),
        configuration.goal(),
        configuration.witnesses());
  }
}
