package dev.flotilla.node;

import java.io.IOException;

/**
 * The group uses a version of the protocol that this program does not know: an older program was
 * started on the data directory of a newer one (safety rule 12).
 */
public final class VersionTooNew extends IOException {
  private static final long serialVersionUID = 1;

  VersionTooNew(String group, int active, int supported) {
    super(
        "the group '"
            + group
            + "' uses version "
            + active
            + " of the protocol, this program knows up to "
            + supported
            + "; start the program that was running on this data directory, or a newer one");
  }
}
