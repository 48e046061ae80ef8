package dev.flotilla.node;

/**
 * Elections since the node started.
 *
 * @param started in how many terms this server asked for votes
 * @param won in how many it led
 * @param leaderChanges how often it met another leader than the one before, the first included
 */
public record ElectionMetrics(long started, long won, long leaderChanges) {}
