package dev.flotilla.node.transport;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** What a server gives to its transport. */
public interface TransportContext {
  /**
   * Where to listen: the address of the network interface that the server serves on, or any address
   * if that may change.
   */
  InetAddress listenAt();

  /** The length of the longest frame, in bytes; a longer one comes from no server of the group. */
  int maxFrameBytes();

  /**
   * Takes a frame that has arrived. Any thread, for the frames of one sender one after another;
   * does not block, and throws nothing.
   *
   * @param frame not changed any more
   * @param sender the certificate of the sender, if connections use the keys of the group; else
   *     null
   * @return whether the frame came from a server of the group; if not, the connection should be
   *     closed unless it has carried such a frame
   */
  boolean received(byte[] frame, @Nullable X509Certificate sender);
}
