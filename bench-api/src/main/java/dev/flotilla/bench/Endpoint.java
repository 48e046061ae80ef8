package dev.flotilla.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * Where one server listens.
 *
 * @param host the literal address of its host on the network of the measurement
 * @param ports its TCP ports, in the order that its system gives them a meaning
 */
public record Endpoint(String host, List<Integer> ports) {
  private static final int MAX_PORT = 65_535;
  private static final int ANSWER_MILLIS = 1_000;

  /** Copies the list, and rejects what is no literal address or no port. */
  public Endpoint {
    ports = List.copyOf(ports);
    if (!host.matches("[0-9a-fA-F.:]{2,45}(%[A-Za-z0-9._-]{1,15})?")) {
      throw new IllegalArgumentException(
          "'" + host + "' is not an address; give a literal IPv4 or IPv6 address");
    }
    if (ports.isEmpty() || ports.stream().anyMatch(port -> port < 1 || port > MAX_PORT)) {
      throw new IllegalArgumentException(
          "ports %s of %s must be 1 to %s, at least one".formatted(ports, host, MAX_PORT));
    }
  }

  /** Its first port. */
  public int port() {
    return ports.get(0);
  }

  /** The host and one of its ports, as in a URL. */
  public String authority(int index) {
    return urlHost() + ":" + ports.get(index);
  }

  /** The host as in a URL: an IPv6 address has brackets around it. */
  public String urlHost() {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  /**
   * What a server says at one of its ports until it closes the connection; empty if it says nothing
   * for a second.
   *
   * @param question what it is sent first; empty for nothing
   */
  public String ask(int index, String question) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, ports.get(index)), ANSWER_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException notNow) {
      return "";
    }
  }

  /** Whether another server would listen on one of its ports. */
  boolean overlaps(Endpoint other) {
    return host.equals(other.host) && !Collections.disjoint(ports, other.ports);
  }
}
