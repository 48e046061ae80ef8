package dev.flotilla.recipes;

import java.time.Duration;
import java.util.Optional;

/** Something that can be claimed: how to wait for it is the same for all. */
final class Claiming {
  private final RecipeSession session;
  private final RecipeSession.Wanted wanted;

  Claiming(RecipeSession session, RecipeSession.Wanted wanted) {
    this.session = session;
    this.wanted = wanted;
  }

  Hold acquire() throws InterruptedException {
    return session.acquire(wanted, Optional.empty()).map(this::hold).orElseThrow();
  }

  Optional<Hold> acquire(Duration atMost) throws InterruptedException {
    return session.acquire(wanted, Optional.of(atMost)).map(this::hold);
  }

  Optional<Hold> tryAcquire() {
    try {
      return acquire(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Hold hold(ActiveClaim claim) {
    return new Hold(session, claim, claim.granted().join().token());
  }
}
