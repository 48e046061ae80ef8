package dev.flotilla.bench;

import java.util.Objects;

/**
 * One command of the workload.
 *
 * @param uid a random UUID, unique over all clients
 * @param command the command's name
 * @param parameters its parameters
 */
public record WorkloadCommand(String uid, String command, String parameters) {
  /** Refuses missing parts. */
  public WorkloadCommand {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(parameters, "parameters");
  }
}
