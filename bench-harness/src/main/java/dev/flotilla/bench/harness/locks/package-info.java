/**
 * The lock service that the preset {@code lock-service} measures: 1,000,000 locks that one client
 * holds alone or several share, with commands of five bytes, as the paper on Java libraries for
 * Paxos has them. Applications use the locks of {@code flotilla-recipes}.
 *
 * <p>Threads: the state machine's, one at a time. Depends on the embedding API only.
 */
@org.jspecify.annotations.NullMarked
package dev.flotilla.bench.harness.locks;
