package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.soap.EmptyBody;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The process that an agent runs for a manager of 2014: a server or a client. One thread at a time;
 * nothing blocks for long. What a message must not ask for is an {@link IllegalArgumentException},
 * what comes too early an {@link IllegalStateException}.
 */
interface ManagedProcess {
  /** Where its RAFT_Service is or will be; empty for a client. */
  default Optional<URI> raftService() {
    return Optional.empty();
  }

  /** Sets parameters; accepts and logs those that have no meaning here. */
  void setParameters(List<Parameter> parameters) throws IOException;

  /**
   * Sets the servers, by the addresses of their RAFT_Service.
   *
   * @return completes when the request is to be answered
   */
  CompletionStage<EmptyBody> setMembership(ServerAddresses servers) throws IOException;

  /** Starts the server. */
  void start() throws IOException;

  /** Starts the client's commands. */
  void startDissemination() throws IOException;

  /** Its own report; never fails. */
  CompletionStage<String> stats();

  /** Ends the process; does nothing if there is none. */
  void stop();
}
