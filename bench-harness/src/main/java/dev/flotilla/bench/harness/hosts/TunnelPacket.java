package dev.flotilla.bench.harness.hosts;

import java.nio.ByteBuffer;

/** An Ethernet frame in a VXLAN packet (RFC 7348), without its UDP header. Stateless. */
final class TunnelPacket {
  /** Where the frame begins. */
  static final int FRAME = 8;

  private static final int TYPE = FRAME + 12;
  private static final int IP = FRAME + 14;
  private static final int IP_BYTES = 20;
  private static final short IPV4 = 0x0800;
  private static final int LENGTH = IP + 2;
  private static final int FRAGMENT = IP + 6;
  private static final int NOT_WHOLE = 0x3fff;
  private static final int PROTOCOL = IP + 9;
  private static final int ADDRESSES = IP + 12;
  private static final int TCP = 6;
  private static final int TCP_CHECKSUM = 16;
  private static final int UDP = 17;
  private static final int UDP_CHECKSUM = 6;
  private static final int WORD = 0xffff;

  private TunnelPacket() {}

  /**
   * Completes the checksum of TCP or UDP: the kernel leaves it to a network card, and there is
   * none. Leaves other packets as they are.
   */
  static void completeChecksum(ByteBuffer packet) {
    if (packet.limit() < IP + IP_BYTES
        || packet.getShort(TYPE) != IPV4
        || (packet.getShort(FRAGMENT) & NOT_WHOLE) != 0) {
      return;
    }
    int protocol = packet.get(PROTOCOL);
    int start = IP + (packet.get(IP) & 0xf) * Integer.BYTES;
    int end = IP + (packet.getShort(LENGTH) & WORD);
    int checksum = start + (protocol == TCP ? TCP_CHECKSUM : UDP_CHECKSUM);
    boolean hasOne = protocol == TCP || protocol == UDP;
    if (hasOne && end <= packet.limit() && checksum + Short.BYTES <= end) {
      packet.putShort(checksum, (short) 0);
      long sum = sum(packet, ADDRESSES, IP + IP_BYTES) + protocol + (end - start);
      packet.putShort(checksum, folded(sum + sum(packet, start, end)));
    }
  }

  private static long sum(ByteBuffer packet, int from, int end) {
    long sum = 0;
    int at = from;
    for (; at + 1 < end; at += Short.BYTES) {
      sum += packet.getShort(at) & WORD;
    }
    return at < end ? sum + ((packet.get(at) & 0xff) << Byte.SIZE) : sum;
  }

  private static short folded(long sum) {
    long left = sum;
    while (left > WORD) {
      left = (left & WORD) + (left >> Short.SIZE);
    }
    return (short) (left == WORD ? WORD : ~left); // 0 would mean that there is none
  }
}
