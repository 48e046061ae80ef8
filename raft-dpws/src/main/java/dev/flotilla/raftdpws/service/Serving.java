package dev.flotilla.raftdpws.service;

import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.peer.DpwsTransport;
import dev.flotilla.raftdpws.peer.Membership;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What exists only once the group is founded.
 *
 * @param membership who belongs to it
 * @param node this server's node
 * @param transport between the nodes
 * @param readmission what the server waits for, in words, until it has taken the place of its
 *     former self; empty otherwise
 * @param timing the election timeout and heartbeat of this server
 */
public record Serving(
    Membership membership,
    RaftNode node,
    DpwsTransport transport,
    Supplier<Optional<String>> readmission,
    Timing timing) {
  /**
   * The longest election timeout in force, if no leader is quiet.
   *
   * @param serving null before the group is founded: then the configured one
   */
  public static Duration electionTimeout(@Nullable Serving serving, RaftOptions configured) {
    return Duration.ofNanos(
        serving == null
            ? configured.electionTimeoutMaxNanos()
            : serving.node().raftStatus().timeout().usualMaxNanos());
  }
}
