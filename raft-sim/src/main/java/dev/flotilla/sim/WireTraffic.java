package dev.flotilla.sim;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.sim.wire.WireNetwork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All that travels as bytes in a seed: what servers and clients say, and what nobody should. */
final class WireTraffic {
  private static final double MAX_CHANGE_RATE = 0.02;
  private static final long LOOK_NANOS = 50_000_000;

  /** Before a client itself gives up: it learns how a call ends that nobody answers. */
  private static final long CALL_TIMEOUT_NANOS = Clients.TIMEOUT_NANOS * 3 / 4;

  private final EventQueue agenda;
  private final SimulatedNetwork network;
  private final List<SimulatedServer> servers;
  private final Answers answers;
  private final SplittableRandom random;
  private final Malice malice;
  private final WireNetwork wires;
  private @Nullable WireCarrier carrier;
  private @Nullable HostileClients hostile;
  private @Nullable WireDoor door;
  private Consumer<Runnable> checks = Runnable::run;
  private Optional<Forger> forger = Optional.empty();

  WireTraffic(
      EventQueue agenda,
      SimulatedNetwork network,
      List<SimulatedServer> servers,
      Answers answers,
      SplittableRandom random,
      Malice malice) {
    this.agenda = agenda;
    this.network = network;
    this.servers = servers;
    this.answers = answers;
    this.random = random;
    this.malice = malice;
    this.wires = new WireNetwork(agenda, network, random.split());
  }

  /** The way between servers. */
  Carrier carrier(WireCarrier.Strangers strangers) {
    carrier = new WireCarrier(network, servers, random.split(), wires, strangers);
    return carrier;
  }

  /** The way from clients to servers. */
  WireDoor door(Consumer<Runnable> checks) {
    this.checks = checks;
    WireDoor opened = new WireDoor(wires, servers, checks, CALL_TIMEOUT_NANOS);
    door = opened;
    hostile = new HostileClients(agenda, random.split(), servers, wires, opened, answers, checks);
    return opened;
  }

  /** Begins what is not the servers' doing. */
  void start() {
    look();
    if (malice != Malice.NONE) {
      hostile().start();
    }
    if (malice == Malice.FORGER) {
      Forger begun = new Forger(agenda, random.split(), servers, wires, checks);
      begun.start();
      forger = Optional.of(begun);
    } else if (malice == Malice.CHANGED_BYTES) {
      wires.change(random.nextDouble() * MAX_CHANGE_RATE);
    }
  }

  /** Looks now and then for what must hold all the time. */
  private void look() {
    checks.accept(() -> carrier().checkAddresses());
    checks.accept(() -> door().checkCalls());
    agenda.after(LOOK_NANOS, this::look);
  }

  /** Ends what is not the clients' doing. */
  void heal() {
    forger.ifPresent(Forger::stop);
    wires.change(0);
  }

  void stop() {
    hostile().stop();
  }

  void checkExecuted(CommittedCommand executed) {
    hostile().checkExecuted(executed);
  }

  /** Whether every budget has all back that it has given. */
  boolean holdsNothing() {
    return carrier().holdsNothing();
  }

  private WireCarrier carrier() {
    if (carrier == null) {
      throw new IllegalStateException("there is no carrier yet");
    }
    return carrier;
  }

  Map<String, Integer> counts() {
    Map<String, Integer> counts = new HashMap<>(hostile().counts());
    counts.put("changed byte", (int) wires.changedBytes());
    forger.ifPresent(it -> counts.putAll(it.counts()));
    return counts;
  }

  private WireDoor door() {
    if (door == null) {
      throw new IllegalStateException("there is no door yet");
    }
    return door;
  }

  private HostileClients hostile() {
    if (hostile == null) {
      throw new IllegalStateException("there is no door yet");
    }
    return hostile;
  }
}
