package dev.flotilla.gateway.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A small web server that writes down what it executes. */
@CommandLine.Command(
    name = "web",
    description =
        "Runs a small web server for trying a gateway. It answers every request "
            + "with a number, and appends the method and the target of each one to a "
            + "file before it answers. Several web servers may share the file.")
final class DemoWebCommand implements Callable<Integer> {
  private static final int THREADS = 16;
  private static final int BACKLOG = 200;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "The address. Default: ${DEFAULT-VALUE}.")
  private String host = "";

  @Option(names = "--port", defaultValue = "0", description = "The port. Default: a free one.")
  private int port;

  @Option(names = "--record", required = true, paramLabel = "FILE", description = "The file.")
  private Path record = Path.of("requests");

  @Option(
      names = "--work-millis",
      paramLabel = "N",
      defaultValue = "2",
      description = "How long each request takes. Default: ${DEFAULT-VALUE}.")
  private int workMillis;

  private final AtomicLong number = new AtomicLong();

  @Override
  public Integer call() throws GatewayFailure {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // Or each answer takes 40 ms.
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG);
      server.setExecutor(Executors.newFixedThreadPool(THREADS));
      server.createContext("/", this::answer);
      server.start();
      PrintWriter out = spec.commandLine().getOut();
      out.println("serving " + host + ":" + server.getAddress().getPort());
      out.flush();
      new CountDownLatch(1).await(); // Until a signal ends the process.
      return 0;
    } catch (IOException e) {
      throw new GatewayFailure(GatewayFailure.NETWORK, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GatewayFailure(GatewayFailure.INTERNAL, "interrupted", e);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] unused = exchange.getRequestBody().readAllBytes();
      String target = exchange.getRequestURI().toString();
      if (!target.equals("/")) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(workMillis));
        write(exchange.getRequestMethod() + " " + target);
      }
      byte[] body =
          (exchange.getRequestMethod() + " " + target + " is number " + number.incrementAndGet())
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private synchronized void write(String line) throws IOException {
    Files.writeString(record, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
