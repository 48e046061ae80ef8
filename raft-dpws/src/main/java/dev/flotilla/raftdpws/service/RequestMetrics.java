package dev.flotilla.raftdpws.service;

import dev.flotilla.node.loop.DurationMetrics;
import java.util.SortedMap;

/**
 * What this server has answered to clients since it started.
 *
 * @param commands how many InsertCommands ended in which way, by a word such as {@code executed};
 *     each word is there, if only with 0
 * @param executionTimes from the arrival of those that were executed to their answer
 * @param reads how many reads ended in which way, like {@code commands}
 */
public record RequestMetrics(
    SortedMap<String, Long> commands,
    DurationMetrics executionTimes,
    SortedMap<String, Long> reads) {}
