package dev.flotilla.raftdpws.founding;

import dev.flotilla.raftdpws.message.FoundingList;
import java.io.IOException;
import java.util.Optional;

/** What a server remembers of founding, for ever. Methods that change something block. */
public interface FoundingRecord {
  /** The list that was accepted, if one was. */
  Optional<FoundingList> accepted();

  /** Whether every founder is known to have accepted that list. */
  boolean isFounded();

  /**
   * Accepts a list; durable when it returns.
   *
   * @return false if other founders were accepted before
   */
  boolean accept(FoundingList list) throws IOException;

  /** Notes that every founder has accepted the list; durable when it returns. */
  void markFounded() throws IOException;
}
