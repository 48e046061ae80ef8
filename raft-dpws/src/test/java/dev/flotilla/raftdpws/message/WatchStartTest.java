package dev.flotilla.raftdpws.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Topics;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchStartTest {
  private static final GroupId GROUP = new GroupId("urn:uuid:g");

  @Test
  void whatIsWrittenIsReadAgain() {
    WatchStart all = new WatchStart(OptionalLong.of(7), Optional.of(GROUP), Topics.ALL);
    WatchStart some =
        new WatchStart(
            OptionalLong.empty(),
            Optional.of(GROUP),
            new Topics(Set.of("owner/7", "key/00"), Set.of("key/ab")));
    assertThat(all.text()).isEqualTo("7 urn:uuid:g");
    assertThat(some.text()).isEqualTo("now urn:uuid:g topic:key/00 topic:owner/7 prefix:key/ab");
    assertThat(WatchStart.parse(all.text())).isEqualTo(all);
    assertThat(WatchStart.parse(some.text())).isEqualTo(some);
    assertThat(WatchStart.parse(""))
        .isEqualTo(new WatchStart(OptionalLong.empty(), Optional.empty(), Topics.ALL));
  }

  @Test
  void aSecondGroupAndTooManyTopicsAreRefused() {
    String many =
        IntStream.rangeClosed(0, Topics.MAX_TOPICS)
            .mapToObj(it -> " topic:t/" + it)
            .collect(Collectors.joining());
    assertThatThrownBy(() -> WatchStart.parse("now g h"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'h'");
    assertThatThrownBy(() -> WatchStart.parse("now g" + many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("64");
    assertThatThrownBy(() -> WatchStart.parse("now g topic:"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCommandIsWantedByOneOfItsTopicsOrIfNobodyKnowsThem() {
    Topics some = new Topics(Set.of("owner/7"), Set.of("key/ab"));
    assertThat(some.has(Optional.of(Set.of("owner/7", "owner/8")))).isTrue();
    assertThat(some.has(Optional.of(Set.of("key/abc")))).isTrue();
    assertThat(some.has(Optional.empty())).isTrue();
    assertThat(some.has(Optional.of(Set.of("owner/77", "key/a")))).isFalse();
    assertThat(some.has(Optional.of(Set.of()))).isFalse();
    assertThat(Topics.ALL.has(Optional.of(Set.of()))).isTrue();
  }
}
