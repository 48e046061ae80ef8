package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Sample;
import org.junit.jupiter.api.Test;

class TemplatesTest {
  private static final int INPUTS =
      Integer.getInteger("templates.inputs", Sample.of(400_000, 20_000));

  @Test
  void templatesTakeOnlyWhatTheParserTakes() {
    long seed = Long.getLong("seed", System.nanoTime());

    TemplateFuzz.Tally tally = TemplateFuzz.run(seed, INPUTS);

    assertThat(tally.taken()).as("-Dseed=" + seed).isGreaterThan(INPUTS / 50);
  }
}
