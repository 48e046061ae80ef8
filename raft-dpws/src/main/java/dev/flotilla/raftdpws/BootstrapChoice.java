package dev.flotilla.raftdpws;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.founding.Beginning;
import dev.flotilla.raftdpws.founding.FoundingPlan;
import dev.flotilla.raftdpws.founding.FoundingRecord;
import dev.flotilla.raftdpws.founding.FoundingRun;
import dev.flotilla.raftdpws.founding.JoinPlan;
import dev.flotilla.raftdpws.founding.JoinRun;
import dev.flotilla.raftdpws.founding.MemberReplacementPlan;
import dev.flotilla.raftdpws.founding.MemberReplacementRun;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.Founder;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a server comes to its group, by what it was told and what its directory says.
 *
 * @param settings what it was told
 * @param identity what its directory says
 * @param founders how many found the group; 0 for a server that joins
 */
record BootstrapChoice(RaftDeviceSettings settings, DirectoryIdentity identity, int founders) {
  private static final Logger LOG = LoggerFactory.getLogger(BootstrapChoice.class);

  /**
   * Decides between founding and joining.
   *
   * @throws IllegalArgumentException if it is to join, and has accepted a founding list or belongs
   *     to a group with another id
   */
  static BootstrapChoice of(RaftDeviceSettings settings, DirectoryIdentity identity) {
    return new BootstrapChoice(
        settings, identity, joins(settings, identity) ? 0 : size(settings, identity));
  }

  private static boolean joins(RaftDeviceSettings settings, DirectoryIdentity identity) {
    Optional<GroupId> other =
        settings.groupId.flatMap(id -> identity.groupId().filter(known -> !known.equals(id)));
    if (other.isPresent()) {
      throw new IllegalArgumentException(
          "%s belongs to group %s, not to %s; name an empty directory to join that one"
              .formatted(settings.dataDirectory, other.get(), settings.groupId.get()));
    }
    if (identity.acceptedFounding().isEmpty()) {
      boolean joins =
          identity.isJoiner()
              || settings.arrival == BootstrapMode.JOINS
              || settings.expect.isEmpty();
      if (!joins && settings.groupId.isPresent()) {
        throw new IllegalArgumentException(
            "a group that is to be founded has no id yet, and group id %s was named; leave it out, or join that group"
                .formatted(settings.groupId.get()));
      }
      return joins;
    }
    if (settings.arrival == BootstrapMode.JOINS && identity.groupId().isEmpty()) {
      throw new IllegalArgumentException(
          "%s has accepted a founding list of group '%s' and cannot join another; start it as it was, or name an empty directory"
              .formatted(settings.dataDirectory, identity.groupName()));
    }
    return false;
  }

  private static int size(RaftDeviceSettings settings, DirectoryIdentity identity) {
    int accepted = identity.acceptedFounding().size();
    return accepted > 0 ? accepted : settings.expect.orElseThrow();
  }

  Beginning beginning(
      URI address,
      AddressDirectory addresses,
      PeerCalls calls,
      FoundingRun.Probing probing,
      DeviceThread thread) {
    String group = identity.groupName();
    if (founders == 2 && identity.groupId().isEmpty()) {
      LOG.warn(
          "group '{}' is founded by 2 servers: it stops when one of them is lost, as it needs both;"
              + " found it by 3 to survive the loss of one",
          group);
    }
    Founder self = new Founder(identity.member(), address);
    if (founders == 0) {
      return new JoinRun(
          new JoinPlan(group, settings.groupId, self, joiningPace()),
          identity::join,
          settings.staticPeers,
          addresses,
          calls,
          thread);
    }
    return new FoundingRun(
        new FoundingPlan(group, self, founders, pace()),
        new DirectoryRecord(identity),
        settings.staticPeers,
        addresses,
        calls,
        probing,
        thread);
  }

  /** For a server that is to take the place of its former self. */
  Optional<MemberReplacementRun> readmission(
      URI address, AddressDirectory addresses, PeerCalls calls, DeviceThread thread) {
    if (identity.former().isEmpty()) {
      return Optional.empty();
    }
    MemberReplacementPlan plan =
        new MemberReplacementPlan(
            identity.groupName(),
            identity.groupId().orElseThrow(),
            new Founder(identity.member(), address),
            identity.former(),
            identity.damage().orElse(""));
    return Optional.of(
        new MemberReplacementRun(
            plan, identity::tookItsPlace, settings.staticPeers, addresses, calls, thread));
  }

  /** Whoever hears the next Probe still counts, if the answer to the first was lost. */
  private FoundingPlan.Pace joiningPace() {
    FoundingPlan.Pace pace = pace();
    return pace.listeningFor(pace.listen() + Surroundings.PROBE_MILLIS * 1_000_000);
  }

  private FoundingPlan.Pace pace() {
    return settings
        .discovery
        .map(it -> FoundingPlan.Pace.forAnswerDelay(it.maxAnswerDelay().toNanos()))
        .orElseGet(FoundingPlan.Pace::withoutDiscovery);
  }

  /** Remembers founding in the data directory. */
  private record DirectoryRecord(DirectoryIdentity identity) implements FoundingRecord {
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
}
