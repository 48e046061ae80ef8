package dev.flotilla.bench.harness.agent;

import java.util.Objects;

/**
 * A cluster of a manager.
 *
 * @param name a name that no other cluster has; it becomes a part of paths, and a word of a command
 *     line
 */
record ClusterName(String name) {
  /** Rejects what could be more than a name. */
  ClusterName {
    Objects.requireNonNull(name, "name");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9-]{0,63}")) {
      throw new IllegalArgumentException(
          "cluster name '%s' must be 1 to 64 letters, digits and hyphens, without a hyphen first"
              .formatted(name));
    }
  }
}
