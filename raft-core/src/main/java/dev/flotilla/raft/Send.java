package dev.flotilla.raft;

import dev.flotilla.raft.message.Message;

/**
 * A message to be sent.
 *
 * @param to the addressee
 * @param message a request, or the response to a request from the addressee
 */
public record Send(Member to, Message message) {}
