package dev.flotilla.order;

import dev.flotilla.raft.model.Bytes;

/**
 * A message that is delivered in the total order.
 *
 * @param id identifies the message
 * @param content what was broadcast
 */
public record Delivery(MessageId id, Bytes content) {}
