package dev.flotilla.recipes.state;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The answer to a {@link RecipeCommand}, with what else it brought about: who watches the commands
 * of the group learns so that it need not wait any more.
 *
 * @param result of the command itself
 * @param grants claims that waited and are held now
 * @param touched elections, memberships and latches that have changed, by {@link Kind#key}
 * @param cut whether there is more of the two than is listed
 */
public record RecipeAnswer(
    RecipeResult result, List<Grant> grants, List<String> touched, boolean cut) {
  /** The most grants, and the most names, in one answer. */
  public static final int MAX_LISTED = 500;

  /**
   * A claim that is held now.
   *
   * @param token its fencing token
   */
  public record Grant(ClaimId id, long token) {}

  /** Copies the lists. */
  public RecipeAnswer {
    grants = List.copyOf(grants);
    touched = List.copyOf(touched);
  }

  /** The topic of what is granted to an owner. */
  public static String topicOf(long owner) {
    return "owner/" + owner;
  }

  /** The topic of changes of what has a {@link Kind#key}. */
  public static String topicOf(String key) {
    return Topics.topic("key", Bytes.utf8(key));
  }

  /** All that it concerns; empty if it does not list everything. */
  Optional<Set<String>> topics() {
    if (cut) {
      return Optional.empty();
    }
    Set<String> topics = new HashSet<>();
    grants.forEach(it -> topics.add(topicOf(it.id().owner())));
    touched.forEach(it -> topics.add(topicOf(it)));
    return Optional.of(topics);
  }

  /** An answer that brought nothing else about. */
  public static RecipeAnswer of(RecipeResult result) {
    return new RecipeAnswer(result, List.of(), List.of(), false);
  }
}
