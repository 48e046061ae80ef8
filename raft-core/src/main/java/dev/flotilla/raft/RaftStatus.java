package dev.flotilla.raft;

import java.util.Optional;

/**
 * A view of the core, for operators and for routing clients.
 *
 * @param role the current role
 * @param term the current term
 * @param leader the leader of this term, as far as known; this server itself when it leads
 * @param last the last position of the log
 * @param commitIndex the highest entry known to be committed
 * @param durableIndex the highest entry that is synced here
 * @param heir to whom this leader is handing its office over, if it is
 * @param configuration who counts: the latest configuration in the log, committed or not
 * @param configurationIndex where the log says so
 * @param activeVersion the version of the protocol that is in force
 */
public record RaftStatus(
    Role role,
    long term,
    Optional<Member> leader,
    LogPosition last,
    long commitIndex,
    long durableIndex,
    Optional<Member> heir,
    Configuration configuration,
    long configurationIndex,
    int activeVersion) {}
