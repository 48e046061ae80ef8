package dev.flotilla.node;

import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Incarnation;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.NodeId;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Members and commands by number. */
final class Members {
  private Members() {}

  static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number + 1)), new Incarnation(7, number + 1));
  }

  static Configuration configuration(int servers) {
    List<Member> voters = IntStream.range(0, servers).mapToObj(Members::member).toList();
    return new Configuration(voters);
  }

  static int numberOf(Member member) {
    return (int) member.id().uuid().getLeastSignificantBits() - 1;
  }

  static Command command(String uid) {
    return command(uid, "set " + uid);
  }

  static Command command(String uid, String text) {
    return new Command(uid, text, Bytes.utf8("p"));
  }
}
