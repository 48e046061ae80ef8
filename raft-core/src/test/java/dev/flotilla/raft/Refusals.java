package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

/** Says of messages that they were refused, and changed nothing. */
final class Refusals {
  private Refusals() {}

  /**
   * Has a message received that contradicts what the server knows, but not about what is committed.
   */
  static void assertRefused(Raft raft, Runnable receive, String... words) {
    assertRefused(raft, receive, 0, words);
  }

  /** The same of one that disagrees about what is committed. */
  static void assertDivergence(Raft raft, Runnable receive, String... words) {
    assertRefused(raft, receive, 1, words);
  }

  private static void assertRefused(Raft raft, Runnable receive, int divergences, String... words) {
    RaftStatus before = raft.status();

    receive.run();

    Contradictions met = raft.status().contradictions();
    assertThat(met.refused()).isEqualTo(before.contradictions().refused() + 1);
    assertThat(met.divergences()).isEqualTo(before.contradictions().divergences() + divergences);
    for (String word : words) {
      assertThat(met.last()).contains(word);
    }
    assertThat(raft.status().last()).isEqualTo(before.last());
    assertThat(raft.status().term()).isEqualTo(before.term());
    assertThat(raft.status().leader()).isEqualTo(before.leader());
    assertThat(raft.status().commitIndex()).isEqualTo(before.commitIndex());
  }
}
