package dev.flotilla.sim;

import dev.flotilla.storage.disk.MemoryDisk;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The cluster as faults see it. */
interface FaultTarget {
  /** All servers there are now. */
  List<SimulatedServer> servers();

  /** One by its number; for {@link Fault#LEADER}, who was seen to lead last. */
  SimulatedServer server(int number);

  SimulatedNetwork network();

  /** Some time up to a limit. */
  long someOf(long nanos);

  /** Cuts a server's power, and has it come back. */
  void crash(SimulatedServer server, MemoryDisk.Loss loss, long downNanos);

  /** Kills a server's process, and has it come back. */
  void kill(SimulatedServer server, long downNanos);

  /** Kills a server's process and damages its disk, unless that would leave too few sound ones. */
  void flip(SimulatedServer server, double where, int bits, long downNanos);

  /** Lets a server's forces fail until it has been started again, or for a while. */
  void failForces(SimulatedServer server);

  /** Puts a server's older log back, once no more would be lost than can be borne. */
  void loseTail(SimulatedServer server, OlderLog log, long downNanos);

  /** Throws a server's disk away, unless that would leave too few sound ones. */
  void loseDisk(SimulatedServer server);

  /** Has the members changed, now or as soon as possible. */
  void wish(Fault.Members members);

  /** Asks whoever leads to hand over. */
  void handOver(Optional<SimulatedServer> heir);

  /** Cuts all ways between some servers and the others for a while. */
  void isolate(Predicate<SimulatedServer> some, long nanos);

  /** Cuts all ways between some servers and the others until the answer is run, once. */
  Runnable shutOut(Predicate<SimulatedServer> some);

  /** Cuts all ways from a server for a while; it hears the others. */
  void mute(int number, long nanos);

  /** Has a client ask a server a question now. */
  void ask(SimulatedServer server);

  /** Tells the next server that is the first to decide something in its term. */
  void onceDecided(Consumer<SimulatedServer> action);

  /** Tells, for a while, every server that begins to campaign in a term. */
  void onCampaign(long nanos, Consumer<SimulatedServer> action);

  /** Tells the next server that comes into office. */
  void onceLed(Consumer<SimulatedServer> action);

  /** Does something after a while, unless all faults have ended by then. */
  void later(long nanos, Runnable action);
}
