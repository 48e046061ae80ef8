package dev.flotilla.sim;

import dev.flotilla.client.Answer;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.Attempt;
import dev.flotilla.client.dpws.ServerCalls;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.sim.wire.WireNetwork;
import dev.flotilla.sim.wire.WireProcess;
import dev.flotilla.sim.wire.WireServer;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Clients call servers by SOAP, each attempt as the production client makes one. */
final class WireDoor {
  private static final int HOST = Simulation.MAX_SERVERS;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final long SLACK_NANOS = 100_000_000;

  private final List<SimulatedServer> servers;
  private final Consumer<Runnable> checks;
  private final WireProcess process;
  private final ServerCalls calls;
  private final long timeoutMillis;
  private final LongSupplier nanoTime;

  /** When each call began that has not ended, the oldest first. */
  private final Map<Integer, Long> open = new LinkedHashMap<>();

  private int begun;

  WireDoor(
      WireNetwork wires,
      List<SimulatedServer> servers,
      Consumer<Runnable> checks,
      long timeoutNanos) {
    this.servers = servers;
    this.checks = checks;
    this.timeoutMillis = timeoutNanos / NANOS_PER_MILLI;
    this.process = wires.begin(HOST, () -> 0);
    this.nanoTime = process.loops()::nanoTime;
    this.calls =
        new ServerCalls(new SoapCaller(process.loops(), CallerOptions.DEFAULT), timeoutMillis);
  }

  /** Every call has an end, in time. */
  void checkCalls() {
    open.values().stream()
        .findFirst()
        .map(begun -> nanoTime.getAsLong() - begun)
        .filter(age -> age > timeoutMillis * NANOS_PER_MILLI + SLACK_NANOS)
        .ifPresent(
            age -> {
              throw new Violation("every-call-ends", "one has not after " + age + " ns");
            });
  }

  void insert(int server, Command command, Attempt<Answer> attempt) {
    calls.insert(
        address(server),
        command,
        1,
        Optional.of(WireServer.GROUP),
        timeoutMillis,
        new Understood<>(attempt, answer -> answer));
  }

  void query(int server, Attempt<Answer> attempt) {
    calls.read(
        address(server),
        ReadRequest.query(Bytes.EMPTY).in(WireServer.GROUP),
        timeoutMillis,
        new Understood<>(attempt, ServerCalls::answerOf));
  }

  private int begin() {
    begun++;
    open.put(begun, nanoTime.getAsLong());
    return begun;
  }

  /** Passes on how an attempt has ended. */
  private final class Understood<A> implements Attempt<A> {
    private final int call = begin();
    private final Attempt<Answer> attempt;
    private final Function<A, Answer> reading;

    Understood(Attempt<Answer> attempt, Function<A, Answer> reading) {
      this.attempt = attempt;
      this.reading = reading;
    }

    @Override
    public void answered(A answer) {
      understand(answer, () -> attempt.answered(reading.apply(answer)));
    }

    @Override
    public void notLeader(Optional<URI> leader) {
      understand(leader, () -> attempt.notLeader(leader));
    }

    @Override
    public void refused(RefusalReason reason, String detail) {
      understand(detail, () -> attempt.refused(reason, detail));
    }

    @Override
    public void perhaps(String detail) {
      understand(detail, () -> attempt.perhaps(detail));
    }

    /** What is thrown here, a future would keep to itself. */
    private void understand(Object end, Runnable conclusion) {
      open.remove(call);
      checks.accept(
          () -> {
            try {
              conclusion.run();
            } catch (NumberFormatException | NoSuchElementException e) {
              throw new Violation("an-answer-makes-sense", end + ": " + e);
            }
          });
    }
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
