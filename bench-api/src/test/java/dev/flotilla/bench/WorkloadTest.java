package dev.flotilla.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  @Test
  void keysAndValuesHaveTheirSizes() {
    Workload workload = new Workload(12, 10, 100_000);

    assertThat(workload.next())
        .isEqualTo(new WorkloadCommand("c0012-0000", "set", "x".repeat(100_000)));
    assertThat(workload.next().uid()).isEqualTo("c0012-0001");
  }

  @Test
  void aClientOverwritesAHundredKeysInTurn() {
    Workload workload = new Workload(1, 10, 10);
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 250; i++) {
      keys.add(workload.next().uid());
    }

    assertThat(keys).hasSize(Workload.KEYS);
  }

  @Test
  void onlyWrittenKeysAreRead() {
    Workload workload = new Workload(1, 10, 10);
    assertThatThrownBy(workload::nextRead).isInstanceOf(IllegalStateException.class);
    WorkloadCommand first = workload.next();
    WorkloadCommand second = workload.next();

    assertThat(workload.nextRead()).isEqualTo(first.uid());
    assertThat(workload.nextRead()).isEqualTo(second.uid());
    assertThat(workload.nextRead()).isEqualTo(first.uid());
  }

  @Test
  void sizesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> new Workload(1, 7, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keys of 7 bytes");
    assertThatThrownBy(() -> new LinkFault(1.5, 0)).hasMessageContaining("from 0 to 1");
    assertThatThrownBy(() -> new LinkFault(0, -1)).hasMessageContaining("delayMillis is -1");
  }
}
