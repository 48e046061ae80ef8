package dev.flotilla.raft.effect;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;

/**
 * A message to be sent.
 *
 * @param to the addressee
 * @param message a request, or the response to a request from the addressee
 */
public record Send(Member to, Message message) {}
