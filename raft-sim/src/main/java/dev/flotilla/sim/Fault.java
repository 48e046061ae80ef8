package dev.flotilla.sim;

import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.storage.disk.MemoryDisk;
import java.util.Optional;

/**
 * One fault as a value, so that a schedule of them can be printed, replayed and reduced. Servers
 * are named by numbers, counted round, or as {@link #LEADER}; lengths are in nanoseconds of true
 * time.
 *
 * <p>Each kind makes itself happen, so that there is none that nobody knows how to make happen.
 */
sealed interface Fault {
  /** In place of a number: whoever leads, or led last, when the fault happens. */
  int LEADER = -1;

  /** Makes it happen, and plans its end. */
  void strike(FaultTarget target);

  /** The kind, for the counts. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** A server loses power and comes back; of what was not forced, some is lost. */
  record PowerCut(int server, MemoryDisk.Loss loss, long downNanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.crash(target.server(server), loss, downNanos);
    }
  }

  /** All servers lose power at once. */
  record PowerCutOfAll(MemoryDisk.Loss loss, long downNanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.servers().forEach(it -> target.crash(it, loss, target.someOf(downNanos)));
    }
  }

  /** A server's process is killed; nothing is lost of what it wrote. */
  record Kill(int server, long downNanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.kill(target.server(server), downNanos);
    }
  }

  /** A server loses power between two effects on its disk, so many effects from now. */
  record CutBetweenEffects(int server, int effects) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.server(server).disk.stopAfter(effects);
    }
  }

  /** The next server that comes into office loses power a little later. */
  record FallenLeader(long delayNanos, MemoryDisk.Loss loss, long downNanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.onceLed(it -> target.later(delayNanos, () -> target.crash(it, loss, downNanos)));
    }
  }

  /** A server stands still, and what is sent to it waits. */
  record Pause(int server, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.server(server).pauseFor(nanos);
    }
  }

  /** Nothing passes between some servers (the bits of a mask) and the others. */
  record Partition(int mask, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.isolate(it -> (mask >> it.number & 1) == 1, nanos);
    }
  }

  /** Nothing passes between one server and the others. */
  record Isolation(int server, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      int number = target.server(server).number;
      target.isolate(it -> it.number == number, nanos);
    }
  }

  /** Nothing passes from one server to another; the way back is open. */
  record OneWayCut(int from, int to, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      int source = target.server(from).number;
      int end = target.server(to).number;
      target.network().cut(source, end);
      target.later(nanos, () -> target.network().mend(source, end));
    }
  }

  /** One way takes longer. */
  record SlowLink(int from, int to, long extraNanos, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      int source = target.server(from).number;
      int end = target.server(to).number;
      target.network().slow(source, end, extraNanos);
      target.later(nanos, () -> target.network().slow(source, end, 0));
    }
  }

  /** Messages get lost. */
  record Loss(double rate, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.network().lose(rate);
      target.later(nanos, () -> target.network().lose(0));
    }
  }

  /** Messages arrive twice. */
  record Repetition(double rate, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.network().repeat(rate);
      target.later(nanos, () -> target.network().repeat(0));
    }
  }

  /** Messages overtake each other. */
  record Reordering(double rate, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.network().reorder(rate);
      target.later(nanos, () -> target.network().reorder(0));
    }
  }

  /**
   * Of some messages a copy comes up to two seconds later, as from a queue that was forgotten: of
   * every second one that tells somebody to lead.
   */
  record LateCopies(double rate, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.network().copyLate(rate);
      target.later(nanos, () -> target.network().copyLate(0));
    }
  }

  /** Forces, and reads of the log, take longer. */
  record SlowDisk(int server, long extraNanos, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      SimulatedServer slow = target.server(server);
      slow.slowDisk(extraNanos);
      target.later(nanos, () -> slow.slowDisk(0));
    }
  }

  /**
   * A disk takes only so many bytes more; there is room again after a while. No server stops for
   * it, but one that is started meanwhile may be given up until there is room.
   */
  record FullDisk(int server, int bytes, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      SimulatedServer full = target.server(server);
      full.disk.fillUpAfter(bytes);
      target.later(nanos, () -> full.disk.fillUpAfter(Long.MAX_VALUE));
    }
  }

  /**
   * The next force fails, and the server stops, unless it was for what it can do without, as
   * another segment, which it tries to make again and again. Then forces work again after a while.
   */
  record FailedForce(int server) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.failForces(target.server(server));
    }
  }

  /** A read fails, so many reads from now, and the server stops or does not start. */
  record FailedRead(int server, int reads) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.server(server).failReadAfter(reads);
    }
  }

  /**
   * A process is killed, and bits of its disk turn over before it is started again. Not together
   * with a power cut: the window that {@code LogScan} documents would be open.
   *
   * @param where the byte, as a part of all bytes
   */
  record FlippedBits(int server, double where, int bits, long downNanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.flip(target.server(server), where, bits, downNanos);
    }
  }

  /**
   * A server loses power, and its disk the tail of the log: what was forced and confirmed for a
   * while is gone without a trace. Only if that can be borne, see {@link OlderLog}.
   *
   * @param sinceNanos for how long
   */
  record LostTail(int server, long sinceNanos, long downNanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      SimulatedServer struck = target.server(server);
      if (struck.isUp()) {
        OlderLog log = OlderLog.of(struck);
        target.later(sinceNanos, () -> target.loseTail(struck, log, downNanos));
      }
    }
  }

  /** A server's disk is lost with all that was on it: another takes its place. */
  record LostDisk(int server) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.loseDisk(target.server(server));
    }
  }

  /**
   * Other servers become the members. No fault, but it happens like one.
   *
   * @param voters how many shall vote
   * @param newcomers how many of them do not vote now, at least
   * @param witness whether one newcomer is to hold no state
   * @param learner whether somebody is to learn only
   */
  record Members(int voters, int newcomers, boolean witness, boolean learner) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.wish(this);
    }
  }

  /** The leader is asked to hand over, to a certain server or to whom it likes. */
  record Handover(int server, boolean anybody) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.handOver(anybody ? Optional.empty() : Optional.of(target.server(server)));
    }
  }

  /** A clock runs at another rate. */
  record ClockDrift(int server, double rate, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      SimulatedServer drifting = target.server(server);
      drifting.runClockAt(rate);
      target.later(nanos, () -> drifting.runClockAt(1));
    }
  }

  /** A clock jumps forward, as after a suspension of the machine. */
  record ClockJump(int server, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      target.server(server).jumpClock(nanos);
    }
  }

  /**
   * Whoever leads is cut off, and let back in when the next leader is cut off; see {@link
   * Alternation}.
   *
   * @param times how often the leader changes
   * @param companion who is cut off together with each; itself a leader or nobody: it stays alone
   * @param delayNanos how long a leader has before it is cut off
   * @param where what is slow at whoever is cut off, and by how much
   */
  record AlternatingLeaders(
      int times, int companion, long delayNanos, Where where, long extraNanos, long nanos)
      implements Fault {
    /** What waits for the disk. */
    enum Where {
      /** Forces do. */
      FORCES {
        @Override
        void slow(SimulatedServer server, long nanos) {
          server.slowDisk(nanos);
        }
      },
      /** What reads the log does. */
      READS {
        @Override
        void slow(SimulatedServer server, long nanos) {
          server.slowReads(nanos);
        }
      };

      /** Makes it take longer, until it is told otherwise. */
      abstract void slow(SimulatedServer server, long nanos);
    }

    @Override
    public void strike(FaultTarget target) {
      new Alternation(target, this).begin();
    }
  }

  /**
   * A leader no longer hears the answers to what it sends, and soon nobody hears it. As soon as
   * another has decided something, it hears them all: they are true, and late.
   */
  record HeldAnswers(long delayNanos, long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      SimulatedServer leader = target.server(LEADER);
      int number = leader.number;
      // A question is under way, then, that the answers are about.
      target.ask(leader);
      target.network().hold(number, AppendEntriesResponse.class);
      target.later(delayNanos, () -> target.mute(number, nanos));
      target.onceDecided(
          it -> {
            if (it.number != number) {
              target.ask(leader);
              target.later(delayNanos, () -> target.network().release(number));
            }
          });
      target.later(nanos, () -> target.network().release(number));
    }
  }

  /** A leader is cut off, and every vote comes late: when its receiver campaigns once more. */
  record HeldVotes(long nanos) implements Fault {
    @Override
    public void strike(FaultTarget target) {
      int number = target.server(LEADER).number;
      target.isolate(it -> it.number == number, nanos);
      target.servers().forEach(it -> target.network().hold(it.number, RequestVoteResponse.class));
      target.onCampaign(nanos, it -> target.network().releaseNow(it.number));
      target.later(
          nanos, () -> target.servers().forEach(it -> target.network().release(it.number)));
    }
  }
}
