package dev.flotilla.sim;

import dev.flotilla.node.disk.MemoryDisk;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Makes the faults of a schedule happen, ends them, and counts those that met something. */
final class FaultInjector {
  private final Agenda agenda;
  private final SplittableRandom random;
  private final Servers servers;
  private final SimulatedNetwork network;
  private final Trace trace;
  private final Map<String, Integer> injected = new TreeMap<>();
  private MemoryDisk.Force usualForce = MemoryDisk.Force.WORKS;
  private boolean over;

  /** The servers, as far as faults need them. */
  interface Servers {
    int size();

    SimulatedServer get(int number);

    /** Starts a server that is down. */
    void start(SimulatedServer server);
  }

  FaultInjector(
      Agenda agenda,
      SplittableRandom random,
      Servers servers,
      SimulatedNetwork network,
      Trace trace) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.network = network;
    this.trace = trace;
  }

  /** What the disks do when no fault is under way. */
  void usually(MemoryDisk.Force force) {
    usualForce = force;
    each(server -> server.disk.plant(force));
  }

  void plan(FaultSchedule schedule) {
    for (FaultSchedule.Item item : schedule.items()) {
      agenda.at(item.atNanos(), () -> inject(item.fault()));
    }
  }

  Map<String, Integer> injected() {
    return injected;
  }

  /** Ends every fault: disks work, ways are open, clocks run right, and who is down starts. */
  void heal() {
    over = true;
    network.heal();
    for (int i = 0; i < servers.size(); i++) {
      SimulatedServer server = servers.get(i);
      server.slowForces(0);
      server.disk.plant(usualForce);
      server.disk.fillUpAfter(Long.MAX_VALUE);
      server.disk.stopAfter(Long.MAX_VALUE);
      server.clock.runAt(1);
      if (!server.isUp()) {
        servers.start(server);
      }
      server.touch();
    }
  }

  /** A server has stopped because of a fault of its disk: it loses power, and comes back. */
  void stopped(SimulatedServer server) {
    crash(server, MemoryDisk.Loss.SUBSET, 1 + random.nextLong(200_000_000));
  }

  private void inject(Fault fault) {
    if (over) {
      return;
    }
    trace.event(agenda.nowNanos(), fault.toString());
    injected.merge(fault.kind(), 1, Integer::sum);
    if (fault instanceof Fault.PowerCut cut) {
      crash(servers.get(cut.server()), cut.loss(), cut.downNanos());
    } else if (fault instanceof Fault.PowerCutOfAll cut) {
      each(server -> crash(server, cut.loss(), 1 + random.nextLong(cut.downNanos())));
    } else if (fault instanceof Fault.Kill kill) {
      kill(servers.get(kill.server()), kill.downNanos());
    } else if (fault instanceof Fault.Pause pause) {
      servers.get(pause.server()).pauseUntil(agenda.nowNanos() + pause.nanos());
    } else if (!injectIntoDisk(fault) && !injectIntoClock(fault)) {
      injectIntoNetwork(fault);
    }
  }

  private boolean injectIntoDisk(Fault fault) {
    if (fault instanceof Fault.CutBetweenEffects cut) {
      servers.get(cut.server()).disk.stopAfter(cut.effects());
    } else if (fault instanceof Fault.SlowDisk slow) {
      SimulatedServer server = servers.get(slow.server());
      server.slowForces(slow.extraNanos());
      later(slow.nanos(), () -> server.slowForces(0));
    } else if (fault instanceof Fault.FullDisk full) {
      servers.get(full.server()).disk.fillUpAfter(full.bytes());
    } else if (fault instanceof Fault.FailedForce failed) {
      servers.get(failed.server()).disk.plant(MemoryDisk.Force.FAILS);
    } else {
      return false;
    }
    return true;
  }

  private boolean injectIntoClock(Fault fault) {
    if (fault instanceof Fault.ClockDrift drift) {
      SimulatedServer server = servers.get(drift.server());
      server.clock.runAt(drift.rate());
      server.touch();
      later(
          drift.nanos(),
          () -> {
            server.clock.runAt(1);
            server.touch();
          });
    } else if (fault instanceof Fault.ClockJump jump) {
      servers.get(jump.server()).clock.jump(jump.nanos());
      servers.get(jump.server()).touch();
    } else {
      return false;
    }
    return true;
  }

  private void injectIntoNetwork(Fault fault) {
    if (fault instanceof Fault.Partition partition) {
      partition(partition);
    } else if (fault instanceof Fault.OneWayCut cut) {
      network.cut(cut.from(), cut.to());
      later(cut.nanos(), () -> network.mend(cut.from(), cut.to()));
    } else if (fault instanceof Fault.SlowLink slow) {
      network.slow(slow.from(), slow.to(), slow.extraNanos());
      later(slow.nanos(), () -> network.slow(slow.from(), slow.to(), 0));
    } else if (fault instanceof Fault.Loss loss) {
      network.lose(loss.rate());
      later(loss.nanos(), () -> network.lose(0));
    } else if (fault instanceof Fault.Repetition repetition) {
      network.repeat(repetition.rate());
      later(repetition.nanos(), () -> network.repeat(0));
    } else if (fault instanceof Fault.Reordering reordering) {
      network.reorder(reordering.rate());
      later(reordering.nanos(), () -> network.reorder(0));
    } else {
      throw new IllegalStateException("nobody knows how to make happen: " + fault);
    }
  }

  private void partition(Fault.Partition partition) {
    for (int from = 0; from < servers.size(); from++) {
      for (int to = 0; to < servers.size(); to++) {
        if (isInside(partition.mask(), from) != isInside(partition.mask(), to)) {
          int source = from;
          int target = to;
          network.cut(source, target);
          later(partition.nanos(), () -> network.mend(source, target));
        }
      }
    }
  }

  private static boolean isInside(int mask, int server) {
    return (mask >> server & 1) == 1;
  }

  private void crash(SimulatedServer server, MemoryDisk.Loss loss, long downNanos) {
    server.die();
    server.disk.lose(loss, random);
    comeBack(server, downNanos);
  }

  private void kill(SimulatedServer server, long downNanos) {
    server.die();
    comeBack(server, downNanos);
  }

  private void comeBack(SimulatedServer server, long downNanos) {
    int life = server.life();
    later(
        downNanos,
        () -> {
          if (server.life() == life && !server.isUp()) {
            server.disk.plant(usualForce);
            server.disk.fillUpAfter(Long.MAX_VALUE);
            servers.start(server);
          }
        });
  }

  private void later(long nanos, Runnable end) {
    agenda.after(
        nanos,
        () -> {
          if (!over) {
            end.run();
          }
        });
  }

  private void each(Consumer<SimulatedServer> action) {
    for (int i = 0; i < servers.size(); i++) {
      action.accept(servers.get(i));
    }
  }
}
