package dev.flotilla.server.json;

import org.jspecify.annotations.Nullable;

/**
 * A pair: the document of {@code kv get}, and of each line of {@code kv list}.
 *
 * @param value null if the key is absent
 */
public record PairJson(String key, @Nullable String value) {}
