package dev.flotilla.console;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Where a console serves its page, to whom, and where it records. Immutable.
 *
 * @param address where it listens; port 0 for a free one
 * @param exposure whether it may listen beyond this machine
 * @param hostNames names by which browsers may call it, beside localhost and its IP address
 * @param recordings holds a directory for each recording; made when one begins
 * @param maxRecordingBytes how large one recording may become
 */
public record ConsoleSettings(
    InetSocketAddress address,
    Exposure exposure,
    Set<String> hostNames,
    Path recordings,
    long maxRecordingBytes) {
  /** The default size of one recording. */
  public static final long DEFAULT_MAX_RECORDING_BYTES = 256L << 20;

  private static final int MAX_PORT = 65_535;

  /** Who may reach the page. */
  public enum Exposure {
    /** Programs and users of this machine. */
    LOOPBACK,
    /** Everybody who reaches the port, unencrypted: they see all, and may start recordings. */
    INSECURE
  }

  /**
   * Copies the set.
   *
   * @throws IllegalArgumentException if the address is beyond this machine and the exposure does
   *     not allow that
   */
  public ConsoleSettings {
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "the host %s of the console cannot be found; give its IP address"
              .formatted(address.getHostString()));
    }
    if (exposure == Exposure.LOOPBACK && !address.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "the console would serve unencrypted on %s, where other hosts reach it; use a loopback"
                  .formatted(address.getHostString())
              + " address, or allow it (--insecure-console)");
    }
    if (maxRecordingBytes < 1) {
      throw new IllegalArgumentException(
          "a recording has 1 byte or more, not " + maxRecordingBytes + "; choose another limit");
    }
    Set<String> lowerCase = new HashSet<>();
    hostNames.forEach(name -> lowerCase.add(name.toLowerCase(Locale.ROOT)));
    hostNames = Set.copyOf(lowerCase);
  }

  /**
   * A console for this machine.
   *
   * @param address a loopback address
   * @param recordings holds a directory for each recording
   */
  public static ConsoleSettings on(InetSocketAddress address, Path recordings) {
    return new ConsoleSettings(
        address, Exposure.LOOPBACK, Set.of(), recordings, DEFAULT_MAX_RECORDING_BYTES);
  }

  /**
   * Reads {@code [HOST:]PORT}; loopback without a host.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static InetSocketAddress addressOf(String text) {
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= MAX_PORT) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(text));
    }
    try {
      URI parsed = new URI("http://" + text);
      if (parsed.getHost() != null
          && parsed.getUserInfo() == null
          && parsed.getPort() >= 0
          && parsed.getPort() <= MAX_PORT
          && text.equals(parsed.getRawAuthority())) {
        return new InetSocketAddress(parsed.getHost(), parsed.getPort());
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(noAddress(text), e);
    }
    throw new IllegalArgumentException(noAddress(text));
  }

  private static String noAddress(String text) {
    return "--console is PORT or HOST:PORT, such as 8080 or 192.0.2.1:8080, not '%s'"
        .formatted(text);
  }
}
