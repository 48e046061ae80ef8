package dev.flotilla.order.bench;

import dev.flotilla.dpws.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The registration server of a group, as a program: {@code OrderRegistration MIDDLEWARE HOST:PORT
 * N}. Prints the address at which it listens, and runs until it is ended. SOAP needs none.
 */
public final class OrderRegistration {
  private OrderRegistration() {}

  /**
   * Runs a registration server, and ends the program with code 2 if the arguments are wrong.
   *
   * @throws IOException if the address cannot be used
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try {
      System.out.println("listening on " + start(arguments));
      Thread.currentThread().join();
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  private static String start(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      throw new IllegalArgumentException(
          "%s arguments; use MIDDLEWARE HOST:PORT N".formatted(arguments.length));
    }
    InetSocketAddress address = HostPort.parseListening(arguments[1]).resolved();
    int size = Integer.parseInt(arguments[2]);
    InetSocketAddress listening = Middlewares.startRegistration(arguments[0], address, size);
    return HostPort.of(listening).toString();
  }
}
