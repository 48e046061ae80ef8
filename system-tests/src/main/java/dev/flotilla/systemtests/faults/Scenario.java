package dev.flotilla.systemtests.faults;

import java.io.IOException;

/** What is done to the servers of a group. */
interface Scenario {
  /**
   * Does it once, while clients go on, and mends it; blocks.
   *
   * @param number from 1 on
   * @return what it was, for people
   * @throws IOException if servers do not serve again, or anything else is not as it must be
   */
  String strike(int number) throws IOException, InterruptedException;
}
