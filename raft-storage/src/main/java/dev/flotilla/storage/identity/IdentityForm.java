package dev.flotilla.storage.identity;

import static java.util.stream.Collectors.joining;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** What stands in {@code identity.properties}, and what of it is refused. Pure. */
final class IdentityForm {
  /** Whoever reads another number refuses. */
  static final String FORMAT = "format";

  static final String GROUP = "group";

  /** Says that there is a founding list, so that its absence is damage. */
  static final String FOUNDING = "founding";

  /** Says which group the member came to, instead of founding one. */
  static final String JOINED = "joined";

  /** Says that there are log and vote. */
  static final String POPULATED = "populated";

  /** Says that log and snapshots hold no commands. */
  static final String WITNESS = "witness";

  /** Says in whose place this incarnation is to come. */
  static final String FORMER = "former";

  /** Says how the last of them was damaged. */
  static final String DAMAGE = "damage";

  /** Says in which folder it is kept. */
  static final String KEPT = "kept";

  /** Says that it is still being moved there. */
  static final String SETTING_ASIDE = "setting-aside";

  /** Says that log and vote are being adapted, and in which folder a copy of the former ones is. */
  static final String RECOVERING = "recovering";

  /** Says which group the state is from, if an operator has made another group of it. */
  static final String RECOVERED_FROM = "recovered-from";

  /** Says that the directory is being filled from a backup, and is of no use before. */
  static final String RESTORING = "restoring";

  private static final String MEMBER = "member";
  private static final String INCARNATION = "incarnation";
  private static final String LOG_KEY = "log-key";
  private static final String START_NEWER = "start the version that wrote it, or a newer one";
  private static final long VERSION_MASK = 0xffff_ffff_ffff_0fffL;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;
  private static final long VARIANT_2 = 0x8000_0000_0000_0000L;

  private IdentityForm() {}

  /** That of a server that never was; with an id that was given, if one was. */
  static Map<String, String> ofNewServer(
      String group, Optional<NodeId> id, RandomGenerator random) {
    return of(id.orElseGet(() -> drawn(random)), group, random);
  }

  private static NodeId drawn(RandomGenerator random) {
    long high = (random.nextLong() & VERSION_MASK) | VERSION_4;
    long low = (random.nextLong() & VARIANT_MASK) | VARIANT_2;
    return new NodeId(new UUID(high, low));
  }

  /**
   * That of the next incarnation of a member of a group that exists.
   *
   * @param ended what the identity was
   * @param folder where all files of that one are to be moved
   * @param damage what ended it
   */
  static Map<String, String> ofNextIncarnation(
      Map<String, String> ended, GroupId id, String folder, String damage, RandomGenerator random) {
    Member member = member(ended);
    List<Incarnation> former = new ArrayList<>(former(ended));
    former.add(member.incarnation());
    Map<String, String> values = of(member.id(), ended.getOrDefault(GROUP, ""), random);
    values.put(JOINED, id.value());
    values.put(FORMER, former.stream().map(Incarnation::toString).collect(joining(",")));
    values.put(DAMAGE, damage);
    values.put(KEPT, folder);
    values.put(SETTING_ASIDE, "yes");
    return values;
  }

  /**
   * That of a member that is alone in a group of its own, with log and vote of its former self.
   *
   * @param ended what the identity was
   * @param from the group that it leaves
   * @param id the group that it is alone in
   * @param folder where a copy of the former directory is kept
   */
  static Map<String, String> ofSoleMember(
      Map<String, String> ended, Member next, GroupId from, GroupId id, String folder) {
    Map<String, String> values = new LinkedHashMap<>(ended);
    values.keySet().removeAll(List.of(FOUNDING, FORMER, DAMAGE, KEPT));
    values.put(MEMBER, next.id().toString());
    values.put(INCARNATION, next.incarnation().toString());
    values.put(JOINED, id.value());
    values.put(RECOVERED_FROM, from.value());
    values.put(RECOVERING, folder);
    return values;
  }

  private static Map<String, String> of(NodeId id, String group, RandomGenerator random) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(FORMAT, Integer.toString(DirectoryIdentity.FORMAT));
    values.put(MEMBER, id.toString());
    values.put(INCARNATION, new Incarnation(random.nextLong(), random.nextLong()).toString());
    values.put(GROUP, group);
    values.put(LOG_KEY, Long.toHexString(random.nextLong()));
    return values;
  }

  static Member member(Map<String, String> values) {
    return new Member(
        NodeId.parse(values.getOrDefault(MEMBER, "")),
        Incarnation.parse(values.getOrDefault(INCARNATION, "")));
  }

  static long logKey(Map<String, String> values) {
    return Long.parseUnsignedLong(values.getOrDefault(LOG_KEY, "0"), 16);
  }

  static List<Incarnation> former(Map<String, String> values) {
    return Stream.of(values.getOrDefault(FORMER, "").split(",", -1))
        .filter(text -> !text.isEmpty())
        .map(Incarnation::parse)
        .toList();
  }

  /** Refuses an identity that another version wrote; its checksum fits. */
  static void requireFormat(String location, Map<String, String> identity) throws DirectoryRefused {
    String format = identity.getOrDefault(FORMAT, "");
    requireNotNewer(location, format, "", START_NEWER);
    requireNotOlder(location, format);
  }

  /** Refuses one whose checksum does not fit: a newer format may have another checksum. */
  static void requireNotNewer(String location, CheckedProperties.Damaged damage)
      throws DirectoryRefused {
    requireNotNewer(
        location,
        damage.doubtful(FORMAT),
        ", but its checksum does not fit",
        START_NEWER + ". If none wrote it, it is damaged: " + DamagedLog.REMEDY);
  }

  private static void requireNotNewer(String location, String format, String doubt, String remedy)
      throws DirectoryRefused {
    if (format.matches("[0-9]{1,9}") && Integer.parseInt(format) > DirectoryIdentity.FORMAT) {
      throw new DirectoryRefused(
          Reason.NEWER_FORMAT,
          location,
          "has format %s by its file '%s'%s, and this version reads up to %s"
              .formatted(format, DirectoryIdentity.IDENTITY_FILE, doubt, DirectoryIdentity.FORMAT),
          remedy);
    }
  }

  /** Format 1 had no log time. No release wrote it, so nothing converts it. */
  private static void requireNotOlder(String location, String format) throws DirectoryRefused {
    if (!format.equals(Integer.toString(DirectoryIdentity.FORMAT))) {
      throw new DirectoryRefused(
          Reason.OLDER_FORMAT,
          location,
          "has format %s by its file '%s', and this version reads %s only"
              .formatted(format, DirectoryIdentity.IDENTITY_FILE, DirectoryIdentity.FORMAT),
          "start the version that wrote it, or " + DirectoryIdentity.OTHER_DIRECTORY);
    }
  }

  /** A directory that was not filled to the end holds a part of a state. */
  static void requireRestored(String location, Map<String, String> identity)
      throws DirectoryRefused {
    if (identity.containsKey(RESTORING)) {
      throw new DirectoryRefused(
          Reason.UNFINISHED,
          location,
          "was being filled from a backup, and that was interrupted",
          "restore the backup into it once more, or " + DirectoryIdentity.OTHER_DIRECTORY);
    }
  }
}
