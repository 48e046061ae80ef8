package dev.flotilla;

import dev.flotilla.raft.model.NumberLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which commands a version of a program has. Immutable; any thread.
 *
 * @param version the version
 * @param base the version of the commands that are not named
 * @param named the versions of commands by their classes
 */
record CommandSet(int version, int base, Map<Class<?>, Integer> named) {
  /** Of a group that names no version. */
  static final CommandSet FIRST = new CommandSet(1, 1, Map.of());

  CommandSet {
    named = Map.copyOf(named);
  }

  /** The next version, which brings some commands, or all of them if none is named. */
  CommandSet with(int number, List<Class<?>> newCommands) {
    if (number <= version || number > NumberLimits.MAX_VERSION) {
      throw new IllegalArgumentException(
          "version %s of the commands follows version %s; use %s to %s"
              .formatted(number, version, version + 1, NumberLimits.MAX_VERSION));
    }
    if (newCommands.isEmpty()) {
      return new CommandSet(number, number, Map.of());
    }
    Map<Class<?>, Integer> more = new HashMap<>(named);
    newCommands.forEach(type -> more.put(type, number));
    return new CommandSet(number, base, more);
  }

  /** Since which version a command exists. */
  int versionOf(Object command) {
    return named.getOrDefault(command.getClass(), base);
  }
}
