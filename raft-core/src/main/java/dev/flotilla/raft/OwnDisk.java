package dev.flotilla.raft;

/** Whether a leader's own disk gets on. */
final class OwnDisk {
  /** One that forces nothing for so many election timeouts stands still. */
  private static final int STUCK_TIMEOUTS = 10;

  private final Replica replica;

  /** How far it had got when it last got on, and when that was. */
  private long durableIndex;

  private long movedNanos;

  OwnDisk(Replica replica) {
    this.replica = replica;
    durableIndex = replica.durability().durableIndex();
    movedNanos = replica.nowNanos();
  }

  /** To be asked with each heartbeat. */
  boolean isStuck() {
    long durable = replica.durability().durableIndex();
    if (durable > durableIndex || durable == replica.log().lastIndex()) {
      durableIndex = durable;
      movedNanos = replica.nowNanos();
    }
    return replica.nowNanos() - movedNanos
        >= STUCK_TIMEOUTS * replica.options().electionTimeoutMaxNanos();
  }
}
