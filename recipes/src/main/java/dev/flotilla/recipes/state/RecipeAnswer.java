package dev.flotilla.recipes.state;

import java.util.List;

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

  /** An answer that brought nothing else about. */
  public static RecipeAnswer of(RecipeResult result) {
    return new RecipeAnswer(result, List.of(), List.of(), false);
  }
}
