package dev.flotilla.raftdpws.directory;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a server of the group has answered whose members this server is not one of: a sign that
 * it was removed while it was away. A sign for people, no more.
 *
 * <p>Any thread; nothing blocks.
 */
public final class Exclusions {
  private final Member self;
  private volatile @Nullable GroupId group;
  private volatile @Nullable Report latest;

  private record Report(Member from, URI address, long commitIndex) {}

  /** Knows of none. */
  public Exclusions(Member self) {
    this.self = self;
  }

  /** This server belongs to a founded group from now on. */
  public void belongsTo(GroupId id) {
    group = id;
  }

  /** Takes the answer to any Status call. */
  public void heard(URI address, StatusResponse answer) {
    GroupId ours = group;
    boolean isOfGroup = ours != null && answer.group().filter(ours::equals).isPresent();
    if (!isOfGroup || answer.configuration().isEmpty()) {
      return;
    }
    Report before = latest;
    long commitIndex = answer.progress().commitIndex();
    boolean isNewer = before == null || commitIndex >= before.commitIndex;
    if (answer.configuration().get().isMember(self)) {
      latest = isNewer ? null : before;
    } else if (isNewer) {
      latest = new Report(answer.self().member(), address, commitIndex);
    }
  }

  /**
   * A member that reports it and has committed more than this server; empty if there is none.
   *
   * @param commitIndex what this server has committed
   */
  public Optional<String> excludedSince(long commitIndex) {
    Report report = latest;
    return report == null || report.commitIndex <= commitIndex
        ? Optional.empty()
        : Optional.of(
            "%s at %s does not count it as a member at index %s"
                .formatted(report.from.id(), report.address, report.commitIndex));
  }
}
