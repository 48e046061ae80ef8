package dev.flotilla.console;

import dev.flotilla.dpws.HostPort;
import java.net.InetSocketAddress;
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

  private static final String LOOPBACK = "127.0.0.1";

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
   * Reads {@code [HOST:]PORT}; 127.0.0.1 without a host.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static InetSocketAddress addressOf(String text) {
    try {
      HostPort read = HostPort.parseListening(text.contains(":") ? text : LOOPBACK + ":" + text);
      return new InetSocketAddress(read.host(), read.port());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--console is PORT or HOST:PORT, such as 8080 or 192.0.2.1:8080, not '%s'"
              .formatted(text),
          e);
    }
  }
}
