package dev.flotilla.dpws.http;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Random;

/** Endpoints at ports that nobody gets while they are given up and taken again. */
public final class LastingPort {
  private static final Random RANDOM = new Random();

  private LastingPort() {}

  /** Opens one at a port below those that the system gives for port 0. */
  public static HttpEndpoint open(EventLoops loops) {
    return Await.present(() -> "a free port", () -> tryToOpen(loops));
  }

  private static Optional<HttpEndpoint> tryToOpen(EventLoops loops) {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_000 + RANDOM.nextInt(20_000));
    try {
      return Optional.of(HttpEndpoint.open(loops, address, RawClient.PATIENT));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
