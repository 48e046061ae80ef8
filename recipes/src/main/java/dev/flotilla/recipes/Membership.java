package dev.flotilla.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeResult;
import java.util.List;
import java.util.function.Consumer;

/** Those who have joined under a name, each with data, until they leave or are lost. Any thread. */
public final class Membership {
  /**
   * A member.
   *
   * @param id differs from that of each other member, before and after
   * @param data what it shows of itself
   */
  public record Member(long id, String data) {}

  private final RecipeSession session;
  private final String name;

  Membership(RecipeSession session, String name) {
    this.session = session;
    this.name = name;
  }

  /**
   * Joins; {@link Hold#token} is the member's id, and {@link Hold#close} leaves.
   *
   * @param data what others see, such as an address; at most 4 KiB
   */
  public Hold join(String data) throws InterruptedException {
    return new Claiming(
            session,
            new RecipeSession.Wanted(Kind.MEMBERS, name, Integer.MAX_VALUE, 1, Bytes.utf8(data)))
        .acquire();
  }

  /** The members in the order in which they joined, the first 100, as of the last command. */
  public List<Member> members() {
    return members(Listening.holders(session, Kind.MEMBERS, name));
  }

  /**
   * Tells who the members are, now and after each change, until the result is closed.
   *
   * @param told called on a thread for callbacks
   */
  public Listening listen(Consumer<List<Member>> told) {
    return Listening.begin(session, Kind.MEMBERS, name, holders -> told.accept(members(holders)));
  }

  private static List<Member> members(List<RecipeResult.Holder> holders) {
    return holders.stream().map(it -> new Member(it.token(), it.data().toUtf8())).toList();
  }
}
