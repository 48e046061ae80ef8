package dev.flotilla.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Elects one leader at a time; the others wait in order. Any thread.
 *
 * <p>A leader that loses its lease may believe for a moment that it leads: have its {@link
 * Hold#token} checked by what it changes.
 */
public final class LeaderElection {
  /**
   * Who leads.
   *
   * @param data what it calls itself
   * @param token its fencing token
   */
  public record Leader(String data, long token) {}

  private final RecipeSession session;
  private final String name;

  LeaderElection(RecipeSession session, String name) {
    this.session = session;
    this.name = name;
  }

  private Claiming claiming(String data) {
    return new Claiming(
        session, new RecipeSession.Wanted(Kind.ELECTION, name, 1, 1, Bytes.utf8(data)));
  }

  /**
   * Waits until this leads; {@link Hold#close} resigns.
   *
   * @param data what others see of the leader, such as its address; at most 4 KiB
   */
  public Hold campaign(String data) throws InterruptedException {
    return claiming(data).acquire();
  }

  /** As {@link #campaign(String)}, for a limited time. */
  public Optional<Hold> campaign(String data, Duration atMost) throws InterruptedException {
    return claiming(data).acquire(atMost);
  }

  /** Who leads, as of the last command of anybody. */
  public Optional<Leader> leader() {
    return leaders(Listening.holders(session, Kind.ELECTION, name)).stream().findFirst();
  }

  /**
   * Tells who leads, now and after each change, until the result is closed.
   *
   * @param told called on a thread for callbacks; empty while nobody leads
   */
  public Listening listen(Consumer<Optional<Leader>> told) {
    return Listening.begin(
        session,
        Kind.ELECTION,
        name,
        holders -> told.accept(leaders(holders).stream().findFirst()));
  }

  private static List<Leader> leaders(List<RecipeResult.Holder> holders) {
    return holders.stream().map(it -> new Leader(it.data().toUtf8(), it.token())).toList();
  }
}
