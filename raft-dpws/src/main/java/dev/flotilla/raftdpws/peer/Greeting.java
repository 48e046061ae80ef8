package dev.flotilla.raftdpws.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.node.frame.MessageCodec;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The frames that open a {@link FrameLane}: HELLO names a token, WELCOME repeats it and names that
 * of the other side. Both say who speaks to whom in which group (safety rule 1).
 *
 * @param isWelcome whether it answers a HELLO
 * @param echo the token of the HELLO that it answers; else 0
 * @param token what the sender wants to see in each frame
 * @param group the group both belong to
 * @param from the sender
 * @param to the intended receiver
 * @param url the sender's RAFT_Service
 */
record Greeting(
    boolean isWelcome, long echo, long token, GroupId group, Member from, Member to, String url) {
  static final byte HELLO = 1;
  static final byte WELCOME = 2;

  private static final int MEMBER_BYTES = 4 * Long.BYTES;
  private static final int FIXED_BYTES = 2 + 2 * Long.BYTES + 2 * MEMBER_BYTES + 2 * Short.BYTES;
  private static final int MAX_TEXT_BYTES = 512;

  byte[] toFrame() {
    byte[] groupBytes = group.value().getBytes(UTF_8);
    byte[] urlBytes = url.getBytes(UTF_8);
    ByteBuffer frame =
        ByteBuffer.allocate(FIXED_BYTES + groupBytes.length + urlBytes.length)
            .put(isWelcome ? WELCOME : HELLO)
            .put((byte) MessageCodec.VERSION)
            .putLong(echo)
            .putLong(token);
    write(from, frame);
    write(to, frame);
    frame.putShort((short) groupBytes.length).put(groupBytes);
    return frame.putShort((short) urlBytes.length).put(urlBytes).array();
  }

  /**
   * Reads what {@link #toFrame} wrote.
   *
   * @param frame behind its first byte
   * @throws IOException if it is no greeting, or of another version
   */
  static Greeting read(boolean isWelcome, ByteBuffer frame) throws IOException {
    try {
      int version = frame.get();
      if (version != MessageCodec.VERSION) {
        throw new IOException(
            "version %s of frames, not %s".formatted(version, MessageCodec.VERSION));
      }
      long echo = frame.getLong();
      long token = frame.getLong();
      Member from = readMember(frame);
      Member to = readMember(frame);
      GroupId group = new GroupId(readText(frame));
      return new Greeting(isWelcome, echo, token, group, from, to, readText(frame));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("not a greeting: " + e, e);
    }
  }

  private static void write(Member member, ByteBuffer frame) {
    UUID id = member.id().uuid();
    frame.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    frame.putLong(member.incarnation().high()).putLong(member.incarnation().low());
  }

  private static Member readMember(ByteBuffer frame) {
    NodeId id = new NodeId(new UUID(frame.getLong(), frame.getLong()));
    return new Member(id, new Incarnation(frame.getLong(), frame.getLong()));
  }

  private static String readText(ByteBuffer frame) throws IOException {
    int length = frame.getShort();
    if (length < 0 || length > MAX_TEXT_BYTES || length > frame.remaining()) {
      throw new IOException("a text of %s bytes in %s".formatted(length, frame.remaining()));
    }
    byte[] bytes = new byte[length];
    frame.get(bytes);
    return new String(bytes, UTF_8);
  }
}
