package dev.flotilla.raftdpws.wire;

import dev.flotilla.raft.model.GroupId;
import java.util.Optional;

/** The names of the wire contract: the namespace of 2014, ours, and what hangs on them. */
public final class RaftNames {
  /** The namespace of the contract of 2014. */
  public static final String RAFT = "http://di.uminho.pt/ws/2014/01/raft";

  /** The namespace of what we add, with the version of the contract in its year. */
  public static final String FLOTILLA = "urn:flotilla:raft:2026";

  /** The type of the device, in {@link #RAFT}. */
  public static final String DEVICE_TYPE = "RAFT_Device";

  /** Service id, port type in {@link #RAFT}, and path of the hosted service. */
  public static final String SERVICE = "RAFT_Service";

  /** The port type of what members ask each other beyond 2014, in {@link #FLOTILLA}. */
  public static final String PEER_PORT_TYPE = "RaftPeer";

  /** The port type of what clients ask beyond 2014, in {@link #FLOTILLA}. */
  public static final String CLIENT_PORT_TYPE = "RaftClient";

  /** The port type of what operators ask, in {@link #FLOTILLA}. */
  public static final String ADMIN_PORT_TYPE = "RaftAdmin";

  /** The port type of the events to which anybody may subscribe, in {@link #FLOTILLA}. */
  public static final String EVENTS_PORT_TYPE = "RaftEvents";

  /** What a server answers as leader address while it knows none, as in 2014. */
  public static final String UNKNOWN_LEADER = "unknown";

  /** The version of the protocol between members that this code speaks. */
  public static final int PROTOCOL_VERSION = 1;

  private static final String SCOPE = "urn:flotilla:group:";
  private static final String ID_SCOPE = "urn:flotilla:group-id:";

  private RaftNames() {}

  /**
   * The scope under which the members of a group are found.
   *
   * @param group the group's name: letters, digits, dot, hyphen, underscore, at most 64
   * @throws IllegalArgumentException if the name is not of that form
   */
  public static String scope(String group) {
    if (!group.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "not a group name: '" + group + "'; use 1 to 64 of letters, digits, dot, - and _");
    }
    return SCOPE + group;
  }

  /** The group's name that a scope stands for, if it is a scope of a group. */
  public static Optional<String> groupOf(String scope) {
    return scope.startsWith(SCOPE)
        ? Optional.of(scope.substring(SCOPE.length()))
        : Optional.empty();
  }

  /** The scope of a founded group, which servers that wait to found one of the name do not have. */
  public static String scope(GroupId group) {
    return ID_SCOPE + group.value();
  }

  /** The group's id that a scope stands for, if it is a scope of a founded group. */
  public static Optional<GroupId> groupIdOf(String scope) {
    try {
      return scope.startsWith(ID_SCOPE)
          ? Optional.of(new GroupId(scope.substring(ID_SCOPE.length())))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
