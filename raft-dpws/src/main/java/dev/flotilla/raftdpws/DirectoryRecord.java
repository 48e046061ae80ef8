package dev.flotilla.raftdpws;

import dev.flotilla.raftdpws.founding.FoundingRecord;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.Founder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Remembers founding in the data directory. */
record DirectoryRecord(DirectoryIdentity identity) implements FoundingRecord {
  @Override
  public Optional<FoundingList> accepted() {
    List<Founder> founders = identity.acceptedFounding();
    return founders.isEmpty()
        ? Optional.empty()
        : Optional.of(new FoundingList(identity.groupName(), founders));
  }

  @Override
  public boolean isFounded() {
    return identity.groupId().isPresent();
  }

  @Override
  public boolean accept(FoundingList list) throws IOException {
    return identity.acceptFounding(list.founders());
  }

  @Override
  public void markFounded() throws IOException {
    identity.markFounded(accepted().orElseThrow().groupId());
  }
}
