package dev.flotilla.console;

import static dev.flotilla.console.TestStates.follower;
import static dev.flotilla.console.TestStates.leader;
import static dev.flotilla.console.TestStates.node;
import static dev.flotilla.console.TestStates.silent;
import static dev.flotilla.console.TestStates.state;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the event log tells of two states. */
class ChangesTest {
  @Test
  void theFirstStateTellsWhoLeads() {
    assertThat(texts(ConsoleState.NONE, state(0, leader("a", 1), follower("b", "voter"))))
        .containsExactly("member a leads in term 1");
  }

  @Test
  void nothingIsToldOfEqualStates() {
    assertThat(texts(state(0, leader("a", 1)), state(1, leader("a", 1)))).isEmpty();
  }

  @Test
  void aMemberJoinsAndBecomesAVoter() {
    ConsoleState one = state(0, leader("a", 1));
    ConsoleState two = state(1, leader("a", 1), follower("b", "learner"));
    ConsoleState three = state(2, leader("a", 1), follower("b", "voter"));

    assertThat(texts(one, two)).containsExactly("server b appears, learner");
    assertThat(texts(two, three)).containsExactly("member b is voter now, was learner");
  }

  @Test
  void aMemberThatIsRemovedLeaves() {
    ConsoleState one = state(0, leader("a", 1), follower("b", "voter"));
    ConsoleState two = state(1, leader("a", 1), follower("b", "none"));

    assertThat(Changes.between(one, two))
        .containsExactly(
            new Changes.Change(LogLine.Kind.LEAVE, "member b is no member now, was voter"));
    assertThat(texts(two, state(2, leader("a", 1)))).containsExactly("member b is gone");
  }

  @Test
  void aMemberIsSilentAndAnotherLeads() {
    ConsoleState one = state(0, leader("a", 1), follower("b", "voter"));
    ConsoleState two = state(1, silent("a", "voter"), follower("b", "voter"));
    ConsoleState three = state(2, silent("a", "voter"), leader("b", 2));

    assertThat(texts(one, two))
        .containsExactly("member a does not answer", "no member leads; a led in term 1");
    assertThat(texts(two, three)).containsExactly("member b leads in term 2");
    assertThat(texts(three, state(3, follower("a", "voter"), leader("b", 2))))
        .containsExactly("member a answers again");
  }

  @Test
  void aLeaderThatIsElectedAgainIsTold() {
    assertThat(texts(state(0, leader("a", 1)), state(1, leader("a", 3))))
        .containsExactly("member a leads in term 3");
  }

  @Test
  void nodesJoinFailAndLeave() {
    ConsoleState none = state(0);
    ConsoleState one = none.withNodes(List.of(node("web:80", "live")));
    ConsoleState two = none.withNodes(List.of(node("web:80", "down")));

    assertThat(texts(none, one)).containsExactly("node web:80 joins, live");
    assertThat(texts(one, two)).containsExactly("node web:80 is down now, was live");
    assertThat(texts(two, none)).containsExactly("node web:80 leaves");
  }

  private static List<String> texts(ConsoleState before, ConsoleState now) {
    return Changes.between(before, now).stream().map(Changes.Change::text).toList();
  }
}
