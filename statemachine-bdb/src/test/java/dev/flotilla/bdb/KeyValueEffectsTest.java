package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.Outcome;
import dev.flotilla.bdb.KeyValueEffects.Change;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a watch concludes from a command and its answer. */
class KeyValueEffectsTest {
  private static final Optional<Outcome<Bytes>> NOT_KEPT = Optional.empty();
  private static final Bytes KEY = Bytes.utf8("k");

  private static KeyValueEffects of(String name, String text, Optional<Outcome<Bytes>> answer) {
    return KeyValueEffects.of(new KeyValueRequest.Order(name, Bytes.utf8(text)), answer);
  }

  private static Optional<Outcome<Bytes>> done(String answer) {
    return Optional.of(new Outcome.Done<>(Bytes.utf8(answer)));
  }

  private static Change put(String value) {
    return new Change(KEY, Optional.of(Bytes.utf8(value)));
  }

  @Test
  void aPutAndADeleteNeedNoAnswer() {
    assertThat(of("put", "k\tv", NOT_KEPT).changes()).containsExactly(put("v"));
    assertThat(of("delete", "k", NOT_KEPT).changes())
        .containsExactly(new Change(KEY, Optional.empty()));
  }

  @Test
  void whatDependsOnTheStateIsUnknownWithoutAnAnswer() {
    assertThat(of("compare-and-set", "k\t-\t=v", NOT_KEPT).isKnown()).isFalse();
    assertThat(of("add", "k\t1", NOT_KEPT).isKnown()).isFalse();
    assertThat(of("compare-and-set", "k\t-\t=v", done("-")).changes()).containsExactly(put("v"));
    assertThat(of("add", "k\t1", done("6")).changes()).containsExactly(put("6"));
  }

  @Test
  void aCommandOfALaterStoreHasUnknownEffects() {
    assertThat(of("rename", "k\tl", done("")).isKnown()).isFalse();
    assertThat(of("keep-lease", "7", done("")).isKnown()).isTrue();
    assertThat(of("rename", "k\tl", Optional.of(new Outcome.Rejected<>("no"))).isKnown()).isTrue();
  }

  @Test
  void whatTheStoreRejectsHasNoEffect() {
    KeyValueEffects none = new KeyValueEffects(List.of(), true);
    assertThat(of("put", "no value", NOT_KEPT)).isEqualTo(none);
    assertThat(of("put", "\tv", NOT_KEPT)).isEqualTo(none);
  }
}
