package dev.flotilla.systemtests.hostile;

import java.io.IOException;
import java.util.List;

/** Where servers run, from 1, and from where they are called. One thread, which blocks. */
interface Hosts {
  /** What a command line begins with to run on a host. */
  List<String> launcher(int host);

  /** Where the server on a host is called. */
  Target target(int host);

  /** What the command line of the server on a host ends with, so that it is there. */
  List<String> options(int host);

  /** The name of the group of the three servers. */
  String group();

  /** The address from which good requests come. */
  String goodClient();

  /** The address from which all others come. */
  String attacker();

  /** Puts everything back as it was at first. */
  void restore() throws IOException, InterruptedException;
}
