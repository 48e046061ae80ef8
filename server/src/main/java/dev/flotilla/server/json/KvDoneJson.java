package dev.flotilla.server.json;

import org.jspecify.annotations.Nullable;

/**
 * What was changed: the document of {@code kv put}, {@code delete} and {@code cas}, and of {@code
 * kv lease}.
 *
 * @param key null of a lease
 * @param lease its id; null of a key
 * @param done whether it was there, or as expected
 */
public record KvDoneJson(@Nullable String key, @Nullable Long lease, boolean done) {}
