package dev.flotilla.order.request;

import dev.flotilla.raft.model.Bytes;

/**
 * A request that a server has delivered.
 *
 * @param way who broadcast it
 * @param client the number of the client
 * @param number its number among the requests of that client and that case, from 0
 * @param content what is requested
 */
public record Request(RequestCase way, int client, long number, Bytes content) {}
