package dev.flotilla.server.json;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The document of {@code context list}.
 *
 * @param current the one in use; null if none is
 * @param contexts the options of each
 */
public record ContextsJson(
    @Nullable String current, SortedMap<String, SortedMap<String, String>> contexts) {}
