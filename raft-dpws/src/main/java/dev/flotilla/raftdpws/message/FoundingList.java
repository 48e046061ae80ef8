package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Who founds a group. Two lists are the same founding when name and members are; addresses are only
 * where the founders were met.
 *
 * @param name the group's name
 * @param founders each member once, sorted by member
 */
public record FoundingList(String name, List<Founder> founders) {
  private static final int HASH_BYTES = 16;

  /** Sorts, and rejects an empty list and two founders with one id. */
  public FoundingList {
    founders = founders.stream().sorted(Comparator.comparing(Founder::member)).toList();
    new Configuration(founders.stream().map(Founder::member).toList());
  }

  /** The founders as the group's first voters. */
  public Configuration configuration() {
    return new Configuration(founders.stream().map(Founder::member).toList());
  }

  /** Whether the member founds. */
  public boolean names(Member member) {
    return founders.stream().anyMatch(founder -> founder.member().equals(member));
  }

  /** The id of the group that the list founds: 128 bits of SHA-256 over name and members. */
  public GroupId groupId() {
    return new GroupId(
        hash(
            name
                + founders.stream()
                    .map(founder -> "\n" + founder.member())
                    .collect(Collectors.joining())));
  }

  /** The id of the group that one member founds alone. */
  public static GroupId groupOf(String name, Member only) {
    Founder founder = new Founder(only, URI.create("http://localhost/"));
    return new FoundingList(name, List.of(founder)).groupId();
  }

  /** 128 bits of the SHA-256 of a text. */
  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
