package dev.flotilla.client;

import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a client finds its group and how long it tries.
 *
 * @param group the group's name
 * @param timeoutMillis how long a call may take in all, through however many attempts
 * @param attemptTimeoutMillis how long one server may take over one attempt
 * @param retryPolicy the waits between attempts
 * @param network where to look for servers
 * @param servers URLs to ask before and beside discovery, of which host and port count
 * @param addressFile where the group's id and last known addresses are remembered, so that the next
 *     start need not search; to be deleted if the group was made anew. Absent: nowhere
 * @param maxPendingCalls calls that may be under way at a time; more wait, or are refused as busy
 * @param maxWaitingCalls calls that may wait, in order and until their deadlines, for others to
 *     end; more are refused as busy; 0 to refuse at once
 * @param keys the client's key directory: with it, it asks servers of that group only, by TLS
 * @param encoding another form of messages than XML, used with servers that know it too
 * @param groupId the group that is meant, if several have the name; else the first that is met
 */
public record ClientSettings(
    String group,
    int timeoutMillis,
    int attemptTimeoutMillis,
    RetryPolicy retryPolicy,
    Network network,
    List<URI> servers,
    Optional<Path> addressFile,
    int maxPendingCalls,
    int maxWaitingCalls,
    Optional<Path> keys,
    Optional<MessageEncoding> encoding,
    Optional<GroupId> groupId) {
  /** Ten seconds a call; long enough for an election, a restart and a search. */
  public static final int DEFAULT_TIMEOUT_MILLIS = 10_000;

  /** One second a server: a healthy leader answers within milliseconds. */
  public static final int DEFAULT_ATTEMPT_TIMEOUT_MILLIS = 1_000;

  /** Enough for a busy device, small enough that a stuck group fills no heap. */
  public static final int DEFAULT_MAX_PENDING_CALLS = 1_024;

  /** Copies the list, and rejects what is no group name, no address, and bounds below one. */
  public ClientSettings {
    RaftNames.scope(group);
    servers = servers.stream().map(RaftAddress::required).toList();
    if (maxWaitingCalls < 0) {
      throw new IllegalArgumentException("maxWaitingCalls is 0 or more, not " + maxWaitingCalls);
    }
    if (timeoutMillis < 1 || attemptTimeoutMillis < 1 || maxPendingCalls < 1) {
      throw new IllegalArgumentException(
          "timeoutMillis, attemptTimeoutMillis and maxPendingCalls must be at least 1, not "
              + timeoutMillis
              + ", "
              + attemptTimeoutMillis
              + " and "
              + maxPendingCalls);
    }
  }

  /** Settings without keys, of a client that lets no call wait for others to end. */
  public ClientSettings(
      String group,
      int timeoutMillis,
      int attemptTimeoutMillis,
      RetryPolicy retryPolicy,
      Network network,
      List<URI> servers,
      Optional<Path> addressFile,
      int maxPendingCalls) {
    this(
        group,
        timeoutMillis,
        attemptTimeoutMillis,
        retryPolicy,
        network,
        servers,
        addressFile,
        maxPendingCalls,
        0,
        Optional.empty(),
        Optional.empty());
  }

  /** Settings of a client that takes the first group of the name that it meets. */
  public ClientSettings(
      String group,
      int timeoutMillis,
      int attemptTimeoutMillis,
      RetryPolicy retryPolicy,
      Network network,
      List<URI> servers,
      Optional<Path> addressFile,
      int maxPendingCalls,
      int maxWaitingCalls,
      Optional<Path> keys,
      Optional<MessageEncoding> encoding) {
    this(
        group,
        timeoutMillis,
        attemptTimeoutMillis,
        retryPolicy,
        network,
        servers,
        addressFile,
        maxPendingCalls,
        maxWaitingCalls,
        keys,
        encoding,
        Optional.empty());
  }

  /** The same for the group of that id. */
  public ClientSettings withGroupId(GroupId id) {
    return new ClientSettings(
        group,
        timeoutMillis,
        attemptTimeoutMillis,
        retryPolicy,
        network,
        servers,
        addressFile,
        maxPendingCalls,
        maxWaitingCalls,
        keys,
        encoding,
        Optional.of(id));
  }

  /** The same, for servers there. */
  public ClientSettings withNetwork(Network chosen) {
    return new ClientSettings(
        group,
        timeoutMillis,
        attemptTimeoutMillis,
        retryPolicy,
        chosen,
        servers,
        addressFile,
        maxPendingCalls,
        maxWaitingCalls,
        keys,
        encoding,
        groupId);
  }

  /** The same with another form of messages than XML, such as EXI. */
  public ClientSettings withEncoding(MessageEncoding chosen) {
    return new ClientSettings(
        group,
        timeoutMillis,
        attemptTimeoutMillis,
        retryPolicy,
        network,
        servers,
        addressFile,
        maxPendingCalls,
        maxWaitingCalls,
        keys,
        Optional.of(chosen),
        groupId);
  }

  /** The same with a key directory. */
  public ClientSettings withKeys(Path directory) {
    return new ClientSettings(
        group,
        timeoutMillis,
        attemptTimeoutMillis,
        retryPolicy,
        network,
        servers,
        addressFile,
        maxPendingCalls,
        maxWaitingCalls,
        Optional.of(directory),
        encoding,
        groupId);
  }

  /** The same settings with other bounds of calls under way and of calls that wait. */
  public ClientSettings withCalls(int pending, int waiting) {
    return new ClientSettings(
        group,
        timeoutMillis,
        attemptTimeoutMillis,
        retryPolicy,
        network,
        servers,
        addressFile,
        pending,
        waiting,
        keys,
        encoding,
        groupId);
  }

  /** The usual settings for a group on this machine: the loopback interface, no memory. */
  public static ClientSettings of(String group) {
    return new ClientSettings(
        group,
        DEFAULT_TIMEOUT_MILLIS,
        DEFAULT_ATTEMPT_TIMEOUT_MILLIS,
        RetryPolicy.DEFAULT,
        Network.LOOPBACK,
        List.of(),
        Optional.empty(),
        DEFAULT_MAX_PENDING_CALLS);
  }
}
