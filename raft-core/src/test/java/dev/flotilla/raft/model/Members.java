package dev.flotilla.raft.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Members with short names, n1 to n9; n11 is n1 with another directory, and so on. */
public final class Members {
  private Members() {}

  public static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number % 10)), new Incarnation(0, number));
  }

  public static Configuration group(int size) {
    List<Member> members = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      members.add(member(i));
    }
    return new Configuration(members);
  }

  /** The same, some of whom are witnesses. */
  public static Configuration group(int size, int... witnesses) {
    return Configuration.of(group(size).voters(), List.of(), of(witnesses));
  }

  public static List<Member> of(int... numbers) {
    return Arrays.stream(numbers).mapToObj(Members::member).toList();
  }

  public static int number(Member member) {
    return (int) member.incarnation().low();
  }

  public static String name(Member member) {
    return "n" + number(member);
  }
}
