package dev.flotilla.recipes;

/**
 * The group has changed nothing: a bound of its state is reached, or others use another number of
 * permits or parties under the same name. The message says which, and the remedy.
 */
public final class RecipesFull extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RecipesFull(String reason) {
    super(reason);
  }
}
