package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.storage.identity.Founder;
import java.util.List;
import java.util.Optional;

/**
 * What a server remembers whose directory was damaged.
 *
 * @param name the group's name
 * @param group the group's id
 * @param self this server, in its incarnation of now, with its address
 * @param former its incarnations that ended
 * @param damage what ended the last of them, in words
 */
public record MemberReplacementPlan(
    String name, GroupId group, Founder self, List<Incarnation> former, String damage) {
  ReadmitRequest request() {
    return new ReadmitRequest(group, self.member(), Optional.of(self.address().toString()), former);
  }
}
