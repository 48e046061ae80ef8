package dev.flotilla.server;

import dev.flotilla.raftdpws.faults.FaultPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Makes the network of one server bad, for drills. */
@CommandLine.Command(
    name = "chaos",
    description = {
      "Makes a server's network to the members bad, for drills.",
      "The server runs on this host with --fault-port. What is set lasts until 'heal', or until",
      "the server ends.",
      "Clients still reach the server.",
      "  cut          nothing more to and from the members; with --to, nothing more to that member",
      "  lose PERCENT loses so many of the messages that the server sends",
      "  delay TIME   sends each message so much later",
      "  pause TIME   cuts the server off for so long, then heals it",
      "  heal         ends all faults"
    })
final class ChaosCommand implements Callable<Integer> {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final double PERCENT = 100;

  @Option(
      names = "--at",
      required = true,
      paramLabel = "PORT",
      description = "The server's --fault-port.")
  private int port;

  @Option(
      names = "--to",
      paramLabel = "ID",
      description = "Only what is sent to this member, urn:uuid:... Default: to all.")
  private @Nullable String member;

  @Parameters(index = "0", paramLabel = "ACTION", description = "cut, lose, delay, pause or heal.")
  private String action = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "VALUE",
      description = "Such as 30 for 'lose', or 200ms for 'delay' and 'pause'.")
  private @Nullable String value;

  @Override
  public Integer call() throws CommandFailure {
    switch (action) {
      case "cut" -> set(member == null ? "cut" : FaultPort.line(member, 1, 0));
      case "heal" -> set("heal");
      case "lose" -> set(FaultPort.line(addressee(), percent() / PERCENT, 0));
      case "delay" -> set(FaultPort.line(addressee(), 0, millis()));
      case "pause" -> pause(millis());
      default ->
          throw new CommandFailure(
              ExitCode.USAGE,
              "chaos is cut, lose PERCENT, delay TIME, pause TIME or heal, not '" + action + "'");
    }
    return ExitCode.OK.number();
  }

  private String addressee() {
    return member == null ? FaultPort.ALL : member;
  }

  private void pause(int millis) throws CommandFailure {
    // An interrupted command heals, too.
    BoundedEnd.onShutdown(Duration.ofMillis(TIMEOUT_MILLIS), this::heal);
    set(member == null ? "cut" : FaultPort.line(member, 1, 0));
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    set(healing());
  }

  private String healing() {
    return member == null ? "heal" : FaultPort.line(member, 0, 0);
  }

  private void heal() {
    try {
      set(healing());
    } catch (CommandFailure e) {
      // The server has ended, and its faults with it.
    }
  }

  private double percent() throws CommandFailure {
    try {
      return Double.parseDouble(given());
    } catch (NumberFormatException e) {
      throw new CommandFailure(ExitCode.USAGE, "lose takes a percentage, not '" + value + "'", e);
    }
  }

  private int millis() throws CommandFailure {
    try {
      Duration duration = DurationText.parse(given(), "s");
      return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
    } catch (TypeConversionException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private String given() throws CommandFailure {
    if (value == null) {
      throw new CommandFailure(
          ExitCode.USAGE, "'" + action + "' needs a value, such as 'lose 30' or 'delay 200ms'");
    }
    return value;
  }

  private void set(String line) throws CommandFailure {
    String answer;
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "no server takes faults at 127.0.0.1:%s (%s); start it with --fault-port, and name the port that it prints"
              .formatted(port, e.getMessage()),
          e);
    }
    if (!FaultPort.OK.equals(answer)) {
      throw new CommandFailure(ExitCode.NEGATIVE, "the server did not obey: " + answer);
    }
  }
}
