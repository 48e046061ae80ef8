package dev.flotilla.raft;

import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.ProtocolVersions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Which version of the protocol is in force, and which the others know (safety rule 12): a version
 * is activated by a committed entry, which a leader proposes when every member has reported to it,
 * in this office, that it knows the version. What one has reported counts until it reports less.
 */
final class Versions {
  /** The latest version that this program knows. */
  final int supported;

  /** The version that is in force. */
  int active;

  /** The latest that was proposed in this office. */
  private int proposed;

  /** The latest of the commands that was proposed in this office. */
  private int proposedCommands;

  /** By member, and so by incarnation. */
  private final Map<Member, Integer> reported = new TreeMap<>();

  Versions(ProtocolVersions versions) {
    supported = versions.supported();
    activate(versions.active());
  }

  /** A leader's office begins. */
  void officeBegins() {
    reported.clear();
    proposed = active;
    proposedCommands = 1;
  }

  void heard(Member member, int version) {
    reported.put(member, version);
  }

  /**
   * Whether the member has said in this office that it knows what is, or is about to be, in force.
   */
  boolean knowsActive(Member member) {
    return reported.getOrDefault(member, ProtocolVersions.FIRST) >= Math.max(active, proposed);
  }

  /** What is to be proposed by a leader, if anything: the latest version that everybody knows. */
  OptionalInt due(Member self, List<Member> members) {
    int common = supported;
    for (Member member : members) {
      if (!member.equals(self)) {
        common = Math.min(common, reported.getOrDefault(member, ProtocolVersions.FIRST));
      }
    }
    return common > Math.max(active, proposed) ? OptionalInt.of(common) : OptionalInt.empty();
  }

  void proposed(int version) {
    proposed = version;
  }

  /**
   * Whether a version of the commands is to be proposed by a leader: the protocol knows such
   * entries, and it was not proposed in this office. If so, it counts as proposed.
   */
  boolean proposes(ActivateCommands activation) {
    if (active < ProtocolVersions.COMMAND_VERSIONS || activation.version() <= proposedCommands) {
      return false;
    }
    proposedCommands = activation.version();
    return true;
  }

  /** Takes note of what a snapshot says is in force, or an entry. */
  void activate(int version) {
    if (version > supported) {
      throw new InvariantViolation(
          "the group uses version "
              + version
              + " of the protocol, this program knows up to "
              + supported
              + "; start the version of the program that was running here, or a newer one");
    }
    active = Math.max(active, version);
  }
}
