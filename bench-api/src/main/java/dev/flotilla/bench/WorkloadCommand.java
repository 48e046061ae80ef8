package dev.flotilla.bench;

/**
 * One command of the workload.
 *
 * @param uid a random UUID, unique over all clients
 * @param command the command's name
 * @param parameters its parameters
 */
public record WorkloadCommand(String uid, String command, String parameters) {}
