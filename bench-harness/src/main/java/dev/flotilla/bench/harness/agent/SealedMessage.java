package dev.flotilla.bench.harness.agent;

import java.util.UUID;

/**
 * A request or an answer with what proves that its sender knows the secret; see {@link Seals}.
 *
 * @param manager the manager's id, new at each of its starts
 * @param nonce what the receiver has chosen, so that nothing older can be replayed: the agent's, of
 *     its present start; in {@code Attach} the manager's
 * @param sequence counts the requests of a manager to an agent; an answer has that of its request
 * @param content what is said, as JSON
 * @param seal the proof, in hexadecimal digits
 */
record SealedMessage(UUID manager, String nonce, long sequence, String content, String seal) {}
