package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.OpenSession;
import java.util.Optional;

/**
 * A client asks for a session.
 *
 * @param request its uid; the same uid gets the same session as long as that lives
 * @param group the group that the client means, once it knows; another group refuses
 */
public record OpenSessionRequest(OpenSession request, Optional<GroupId> group) {}
