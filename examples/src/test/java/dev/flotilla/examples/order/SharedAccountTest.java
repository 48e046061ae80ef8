package dev.flotilla.examples.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.order.live.ProtocolKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedAccountTest {
  @Test
  void allReplicasRefuseTheSameWithdrawals() throws Exception {
    List<Long> changes = List.of(300L, -400L, -50L, -90L, 10L, -100L);
    List<List<String>> statements = SharedAccount.run(ProtocolKind.SEQUENCER, changes);
    assertThat(statements).hasSize(3).containsOnly(statements.get(0));
    assertThat(statements.get(0)).hasSize(6).noneMatch(line -> line.contains("-> -"));
  }
}
