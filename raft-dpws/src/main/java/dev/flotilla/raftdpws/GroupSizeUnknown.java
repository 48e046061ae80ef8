package dev.flotilla.raftdpws;

import java.io.IOException;

/** A server has neither founded its group nor been told how many servers do so. */
public final class GroupSizeUnknown extends IOException {
  private static final long serialVersionUID = 1L;

  GroupSizeUnknown(String group, String directory) {
    super(
        ("group '%s' has not been founded as far as %s tells; say how many servers are to found it"
                + " (--expect on the command line), or that it joins one that exists (--join)")
            .formatted(group, directory));
  }
}
