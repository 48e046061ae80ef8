package dev.flotilla.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Since when the leader leads, as far as it was noticed. Any thread. */
final class LeaderClock {
  /** Somebody who looks that often notices a new leader when it begins. */
  private static final Duration MAX_GAP = Duration.ofSeconds(4);

  // Guarded by this.
  private long term = -1;
  private @Nullable String leader;
  private LeaderSince since = new LeaderSince(Instant.EPOCH, LeaderSince.Kind.EARLIER);
  private Instant lastLook = Instant.EPOCH;

  /** A server has noticed that the leader is another one. */
  synchronized void heard(Instant now, long inTerm, Optional<String> member) {
    if (member.isPresent() && isNew(inTerm, member.get())) {
      set(inTerm, member.get(), new LeaderSince(now, LeaderSince.Kind.EXACT));
    }
  }

  /** A member leads, as somebody sees who looks now and then. */
  synchronized LeaderSince seen(Instant now, long inTerm, String member) {
    if (isNew(inTerm, member)) {
      boolean isExact = Duration.between(lastLook, now).compareTo(MAX_GAP) < 0;
      LeaderSince.Kind kind = isExact ? LeaderSince.Kind.EXACT : LeaderSince.Kind.EARLIER;
      set(inTerm, member, new LeaderSince(now, kind));
    }
    lastLook = now;
    return since;
  }

  private boolean isNew(long inTerm, String member) {
    return inTerm > term || (inTerm == term && !member.equals(leader));
  }

  private void set(long newTerm, String newLeader, LeaderSince newSince) {
    term = newTerm;
    leader = newLeader;
    since = newSince;
  }
}
