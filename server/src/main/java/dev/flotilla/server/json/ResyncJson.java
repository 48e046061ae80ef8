package dev.flotilla.server.json;

/**
 * A line of {@code watch}: entries that are compacted away and cannot be shown.
 *
 * @param resyncFrom the first of them
 * @param resyncNext the first that is shown again
 */
public record ResyncJson(long resyncFrom, long resyncNext) {}
