package dev.flotilla.node.loop;

/**
 * How one queue of a node stands.
 *
 * @param name which queue
 * @param capacity how many items it holds at the most
 * @param depth how many wait now
 * @param taken how many it has taken in since the node started
 * @param refused how many found it full
 */
public record QueueMetrics(String name, int capacity, int depth, long taken, long refused) {}
