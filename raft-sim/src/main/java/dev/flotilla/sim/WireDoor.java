package dev.flotilla.sim;

import dev.flotilla.client.Answer;
import dev.flotilla.client.dpws.AttemptOutcome;
import dev.flotilla.client.dpws.ServerCalls;
import dev.flotilla.dpws.http.CallerOptions;
import dev.flotilla.dpws.http.SoapCaller;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.Member;
import dev.flotilla.raftdpws.wire.ReadRequest;
import dev.flotilla.sim.wire.WireNetwork;
import dev.flotilla.sim.wire.WireProcess;
import dev.flotilla.sim.wire.WireServer;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Clients call servers by SOAP, each attempt as the production client makes one. */
final class WireDoor {
  private static final int HOST = Simulation.MAX_SERVERS;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final List<SimulatedServer> servers;
  private final Consumer<Runnable> checks;
  private final WireProcess process;
  private final ServerCalls calls;
  private final long timeoutMillis;

  WireDoor(
      WireNetwork wires,
      List<SimulatedServer> servers,
      Consumer<Runnable> checks,
      long timeoutNanos) {
    this.servers = servers;
    this.checks = checks;
    this.timeoutMillis = timeoutNanos / NANOS_PER_MILLI;
    this.process = wires.begin(HOST, () -> 0);
    this.calls =
        new ServerCalls(new SoapCaller(process.loops(), CallerOptions.DEFAULT), timeoutMillis);
  }

  void insert(int server, Command command, Consumer<AttemptOutcome<Answer>> outcome) {
    var unused =
        calls
            .insert(address(server), command, Optional.of(WireServer.GROUP), timeoutMillis)
            .thenAccept(it -> understand(it, outcome));
  }

  void query(int server, Consumer<AttemptOutcome<Answer>> outcome) {
    var unused =
        calls
            .read(
                address(server),
                ReadRequest.query(Bytes.EMPTY),
                Optional.of(WireServer.GROUP),
                timeoutMillis,
                ServerCalls::answerOf)
            .thenAccept(it -> understand(it, outcome));
  }

  /** What is thrown here, a future would keep to itself. */
  private void understand(AttemptOutcome<Answer> ended, Consumer<AttemptOutcome<Answer>> outcome) {
    checks.accept(
        () -> {
          try {
            outcome.accept(ended);
          } catch (NumberFormatException e) {
            throw new Violation("an-answer-makes-sense", ended + ": " + e);
          }
        });
  }

  /** Who is there. */
  Optional<Member> memberAt(Optional<URI> address) {
    return address.flatMap(
        known ->
            servers.stream()
                .filter(it -> address(it.number).equals(known))
                .map(SimulatedServer::member)
                .findFirst());
  }

  private static URI address(int server) {
    return WireServer.addressOf(server);
  }
}
