package dev.flotilla.recipes;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Holds a lock in a process of its own, which can be stopped. It prints its token, and again for
 * each line of its input: it writes as if it held the lock.
 */
final class HolderProcess {
  private HolderProcess() {}

  /** Takes the group's name, the lease and the time for a call, both in milliseconds. */
  public static void main(String[] arguments) throws Exception {
    Duration ttl = Duration.ofMillis(Long.parseLong(arguments[1]));
    Duration timeout = Duration.ofMillis(Long.parseLong(arguments[2]));
    try (Recipes recipes =
            Recipes.over(Recipes.group(arguments[0]).client().timeout(timeout).connect(), ttl);
        Hold hold = recipes.lock("a").acquire();
        BufferedReader input =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println("token " + hold.token());
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        System.out.println("token " + hold.token());
      }
    }
  }
}
