package dev.flotilla.systemtests;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Listens on the TCP ports that the benchmark chooses from, or on one UDP port, until it is ended.
 *
 * <p>Arguments: {@code ADDRESS FREE [LOG TEXT]} holds all ports but FREE of them, and the rest as
 * soon as LOG holds TEXT; {@code ADDRESS udp PORT} holds one UDP port. It prints a line when it
 * holds them.
 */
public final class HeldPorts {
  // The range of FreePorts.
  private static final int FIRST = 20_000;
  private static final int LAST = 31_999;
  private static final int LOG_ARGUMENT = 2;
  private static final int TEXT_ARGUMENT = 3;

  private final InetAddress address;
  private final List<AutoCloseable> held = new ArrayList<>();

  private HeldPorts(InetAddress address) {
    this.address = address;
  }

  /** Holds what the arguments say. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    HeldPorts ports = new HeldPorts(InetAddress.getByName(arguments[0]));
    if (arguments[1].equals("udp")) {
      ports.holdDatagrams(Integer.parseInt(arguments[2]));
    } else {
      int free = Integer.parseInt(arguments[1]);
      ports.hold(FIRST, LAST - free);
      if (arguments.length > LOG_ARGUMENT) {
        await(Path.of(arguments[LOG_ARGUMENT]), arguments[TEXT_ARGUMENT]);
        ports.hold(LAST - free + 1, LAST);
      }
    }
    Thread.currentThread().join();
  }

  private void hold(int first, int last) throws IOException {
    for (int port = first; port <= last; port++) {
      ServerSocket socket = new ServerSocket();
      held.add(socket);
      try {
        socket.bind(new InetSocketAddress(address, port));
      } catch (IOException e) {
        System.out.println("port " + port + " is another's: " + e.getMessage());
      }
    }
    System.out.println("held " + held.size());
  }

  private void holdDatagrams(int port) throws IOException {
    held.add(new DatagramSocket(new InetSocketAddress(address, port)));
    System.out.println("held " + held.size());
  }

  private static void await(Path log, String text) throws IOException, InterruptedException {
    while (!Files.readString(log).contains(text)) {
      Thread.sleep(1);
    }
  }
}
