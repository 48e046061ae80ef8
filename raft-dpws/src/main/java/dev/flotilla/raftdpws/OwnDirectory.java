package dev.flotilla.raftdpws;

import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.keys.Role;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** Opens a server's keys and data directory, which are of one member. */
final class OwnDirectory {
  private OwnDirectory() {}

  /** The keys that the settings name. */
  static Optional<GroupKeys> keys(RaftDeviceSettings settings) throws IOException {
    return settings.keys.isPresent()
        ? Optional.of(GroupKeys.open(settings.keys.get()))
        : Optional.empty();
  }

  /**
   * Opens the directory.
   *
   * @param background takes what may take long
   * @throws DirectoryRefused also if it belongs to another member than the certificate names
   * @throws IllegalArgumentException if the certificate is not that of a member, or of another
   *     group
   */
  static DataDirectory open(
      RaftDeviceSettings settings, Disk disk, Optional<GroupKeys> keys, Executor background)
      throws IOException {
    RandomGenerator random = new SecureRandom();
    Optional<String> group = settings.group;
    Optional<NodeId> id = Optional.empty();
    if (keys.isPresent()) {
      NodeId certified = requireMember(settings, keys.get());
      group = group.or(() -> keys.get().groupName());
      requireOwner(disk, certified);
      id = Optional.of(certified);
    }
    return settings.onDamage == OnDamage.REPLACE
        ? DataDirectory.openOrBeginAnew(
            disk, group, id, random, LogOptions.DEFAULT, background, Instant.now())
        : DataDirectory.open(disk, group, id, random, LogOptions.DEFAULT, background);
  }

  private static NodeId requireMember(RaftDeviceSettings settings, GroupKeys keys) {
    Optional<NodeId> id = keys.self().member();
    if (id.isEmpty()) {
      throw new IllegalArgumentException(
          "the certificate in %s is %s, and names no member; a server needs one that was issued with the role %s"
              .formatted(keys.tls().directory(), keys.self(), Role.MEMBER.text()));
    }
    Optional<String> wanted = settings.group;
    Optional<String> certified = keys.groupName();
    if (wanted.isPresent() && certified.isPresent() && !wanted.equals(certified)) {
      throw new IllegalArgumentException(
          "the keys in %s are of group '%s', not of '%s'; name that group, or other keys"
              .formatted(keys.tls().directory(), certified.get(), wanted.get()));
    }
    return id.get();
  }

  /** Before anything in it is changed. */
  private static void requireOwner(Disk disk, NodeId id) throws IOException {
    if (!disk.list().contains(DirectoryIdentity.IDENTITY_FILE)) {
      return;
    }
    NodeId owner = DirectoryIdentity.look(disk).member().id();
    if (!owner.equals(id)) {
      throw new DirectoryRefused(
          Reason.OTHER_MEMBER,
          disk.location(),
          "belongs to member %s, and the certificate names %s".formatted(owner, id),
          "name the directory or the keys of one member");
    }
  }
}
