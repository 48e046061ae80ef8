package dev.flotilla.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets all go on when enough have come, again and again. One that is lost while it waits has not
 * come. Any thread.
 */
public final class SharedBarrier {
  private final RecipeSession session;
  private final RecipeSession.Wanted wanted;

  SharedBarrier(RecipeSession session, String name, int parties) {
    this.session = session;
    this.wanted = new RecipeSession.Wanted(Kind.BARRIER, name, parties, 1, Bytes.EMPTY);
  }

  /**
   * Waits until enough have come.
   *
   * @throws dev.flotilla.OutcomeUnknown if its lease has ended meanwhile: the barrier may have
   *     opened for the others
   */
  public void await() throws InterruptedException {
    session.acquire(wanted, Optional.empty()).ifPresent(session::releaseLater);
  }

  /**
   * As {@link #await()}, for a limited time. Then it leaves, which the group has to answer: that
   * may take as long as any call. The others count on each for which this returns true, and on none
   * else.
   *
   * @return whether enough have come; otherwise this has left
   * @throws dev.flotilla.OutcomeUnknown if nobody can tell whether they have
   */
  public boolean await(Duration atMost) throws InterruptedException {
    Optional<ActiveClaim> passed = session.acquire(wanted, Optional.of(atMost));
    passed.ifPresent(session::releaseLater);
    return passed.isPresent();
  }
}
