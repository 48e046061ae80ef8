package dev.flotilla.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/**
 * A host whose processes this machine runs: the machine itself, or one that it emulates.
 *
 * <p><b>Thread.</b> Safe for use by several threads.
 */
public interface LocalHost {
  /** This machine, by its loopback interface. */
  LocalHost LOOPBACK =
      new LocalHost() {
        @Override
        public InetAddress address() {
          return FreePorts.LOOPBACK;
        }

        @Override
        public List<Integer> freePorts(int count) throws IOException {
          return FreePorts.find(count);
        }
      };

  /** Where its servers listen. */
  InetAddress address();

  /**
   * Ports on which nothing listened a moment ago, all different.
   *
   * @param count how many, at most 100
   * @throws IOException if they cannot be found
   */
  List<Integer> freePorts(int count) throws IOException;

  /** The words before those of a program that runs there; the last of them becomes the program. */
  default List<String> launcher() {
    return List.of();
  }

  /** The program as it runs there. */
  default JavaProgram fitted(JavaProgram program) {
    return program;
  }
}
