package dev.flotilla.bench.harness.locks;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;

/**
 * One server of locks without a terminal: it runs until its process is ended. The benchmark preset
 * {@code lock-service} starts it.
 *
 * <p>Thread: the caller's, which waits for the end of the server.
 */
public final class LockServer {
  private static final int ARGUMENTS = 4;

  private LockServer() {}

  /**
   * Runs one server.
   *
   * @param args the group's name, how many servers found it, this server's own directory, and its
   *     port; then the network interface, without keys, if it is not loopback
   */
  public static void main(String[] args) {
    if (args.length < ARGUMENTS || args.length > ARGUMENTS + 1) {
      System.err.println("usage: LockServer GROUP SERVERS DIRECTORY PORT [INTERFACE]");
      System.exit(2);
    }
    try (FlotillaServer server = builder(args).start()) {
      server.stopped().join();
    } catch (IOException | IllegalArgumentException | CompletionException e) {
      System.err.println("the lock server cannot run: " + e.getMessage());
      System.exit(1);
    }
  }

  private static ServerBuilder builder(String[] args) {
    ServerBuilder builder =
        LockTable.group(args[0])
            .server(new LockTable())
            .expect(Integer.parseInt(args[1]))
            .directory(Path.of(args[2]))
            .port(Integer.parseInt(args[3]));
    return args.length > ARGUMENTS ? builder.networkInterface(args[ARGUMENTS]).insecure() : builder;
  }
}
