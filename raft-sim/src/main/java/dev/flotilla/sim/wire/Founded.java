package dev.flotilla.sim.wire;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.founding.Beginning;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The group exists: there is nothing to begin. */
final class Founded implements Beginning {
  @Override
  public void start() {}

  @Override
  public CompletionStage<GroupId> group() {
    return CompletableFuture.completedFuture(WireServer.GROUP);
  }

  @Override
  public String role() {
    return "founding";
  }

  @Override
  public Optional<String> waitingFor() {
    return Optional.empty();
  }

  @Override
  public Optional<FoundingList> accepted() {
    return Optional.empty();
  }

  @Override
  public void announced(ServerSighting sighting) {}

  @Override
  public CompletionStage<FoundResponse> requested(FoundRequest request) {
    return CompletableFuture.failedFuture(new IllegalStateException("the group is founded"));
  }

  @Override
  public void close() {}
}
