package dev.flotilla.server.json;

import org.jspecify.annotations.Nullable;

/**
 * What is held: the document of {@code lock} and {@code elect}.
 *
 * @param name of the lock or the election
 * @param data of the leader; null of a lock, and if nobody leads
 * @param token the fencing token; null if nobody leads
 */
public record HeldJson(String name, @Nullable String data, @Nullable Long token) {}
