package dev.flotilla.recipes.state;

import dev.flotilla.Rejected;

/** Checks what a client has sent, without looking at the state. */
final class CommandCheck {
  private CommandCheck() {}

  static void require(RecipeCommand command) throws Rejected {
    if (command instanceof RecipeCommand.Open it) {
      requireRange(
          "the lease of an owner in ms",
          it.ttlMillis(),
          RecipesState.MIN_TTL_MILLIS,
          RecipesState.MAX_TTL_MILLIS);
    } else if (command instanceof RecipeCommand.Acquire it) {
      requireAcquire(it);
    } else if (command instanceof RecipeCommand.Offer it) {
      requireName(it.queue());
      requireRange("an item's bytes", it.item().size(), 0, RecipesState.MAX_ITEM_BYTES);
    } else if (command instanceof RecipeCommand.CountDown it) {
      requireName(it.latch());
      requireRange("a latch's count", it.from(), 1, Integer.MAX_VALUE);
    } else if (command instanceof RecipeCommand.RaiseTokens it) {
      requireRange("a token to be above", it.above(), 0, RecipesState.MAX_RAISED_TOKEN);
    } else {
      requireNameOf(command);
    }
  }

  private static void requireAcquire(RecipeCommand.Acquire command) throws Rejected {
    requireName(command.name());
    if (!command.kind().isClaimed()) {
      throw new Rejected("nobody claims a %s".formatted(command.kind()));
    }
    requireRange(
        "the capacity of kind " + command.kind(),
        command.capacity(),
        command.kind().capacity().orElse(1),
        command.kind().capacity().orElse(Integer.MAX_VALUE));
    requireRange("the permits of one claim", command.permits(), 1, command.capacity());
    requireRange("a holder's data in bytes", command.data().size(), 0, RecipesState.MAX_DATA_BYTES);
  }

  private static void requireNameOf(RecipeCommand command) throws Rejected {
    if (command instanceof RecipeCommand.Look it) {
      requireName(it.name());
    } else if (command instanceof RecipeCommand.Value it) {
      requireName(it.name());
    } else if (command instanceof RecipeCommand.Add it) {
      requireName(it.counter());
    } else if (command instanceof RecipeCommand.Exchange it) {
      requireName(it.counter());
    } else if (command instanceof RecipeCommand.Assign it) {
      requireName(it.counter());
    } else if (command instanceof RecipeCommand.Reset it) {
      requireName(it.latch());
    } else if (command instanceof RecipeCommand.Poll it) {
      requireName(it.queue());
    }
  }

  private static void requireName(String name) throws Rejected {
    requireRange("a name's characters", name.length(), 1, RecipesState.MAX_NAME_CHARS);
  }

  private static void requireRange(String what, long value, long least, long most) throws Rejected {
    if (value < least || value > most) {
      throw new Rejected(
          "%s: %s to %s are possible, not %s"
              .formatted(what, Long.toString(least), Long.toString(most), Long.toString(value)));
    }
  }
}
