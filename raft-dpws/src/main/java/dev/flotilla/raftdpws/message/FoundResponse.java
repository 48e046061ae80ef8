package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * Answers {@link FoundRequest}.
 *
 * @param from who answers
 * @param accepted whether the answering founder has durably accepted the list asked about
 * @param list the list that it accepted before, when that is another one
 * @param reason why it did not accept, in words
 */
public record FoundResponse(
    Member from, boolean accepted, Optional<FoundingList> list, Optional<String> reason) {}
