package dev.flotilla.sim;

import dev.flotilla.node.EntriesLost;
import dev.flotilla.node.RaftNode;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why a server has stopped, or has not started. */
final class Failures {
  private Failures() {}

  static boolean isPlanted(@Nullable Throwable failure) {
    return failure != null
        && (String.valueOf(failure.getMessage()).contains("planted")
            || isPlanted(failure.getCause()));
  }

  /** For a directory that is to be a witness's from now on, nothing is set aside. */
  static boolean isForLackOfRoom(@Nullable Throwable failure) {
    return failure != null
        && (isNoSpace(failure) || isForLackOfRoom(failure.getCause()))
        && Stream.of(failure.getStackTrace())
            .noneMatch(frame -> frame.getMethodName().equals("markWitness"));
  }

  private static boolean isNoSpace(Throwable failure) {
    return String.valueOf(failure.getMessage()).endsWith("no space left on device");
  }

  /** Only a planted fault of its disk may stop a server, and a full disk may not. */
  static void checkEnd(SimulatedServer server, RaftNode node) {
    node.close();
    try {
      node.stopped().toCompletableFuture().join();
    } catch (CompletionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      if (cause instanceof EntriesLost) {
        if (server.isForgetful()) {
          return;
        }
        throw new Violation(
            "only-who-lost-entries-ends", "server %s: %s".formatted(server.number, cause));
      }
      if (!isPlanted(cause) || isForLackOfRoom(cause)) {
        Violation violation =
            new Violation("no-server-stops", "server " + server.number + ": " + cause);
        violation.initCause(cause);
        throw violation;
      }
    }
  }
}
