package dev.flotilla.examples.thermostat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.Group;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.kit.Conformance;
import dev.flotilla.kit.ConformanceCase;
import dev.flotilla.kit.ConformanceReport;
import dev.flotilla.kit.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The thermostats' state keeps the contract of state machines. */
@Tag("slow")
class HallStateConformanceTest {
  private static final CommandCodec<Order> CODEC = RecordCodec.forCommands(Order.class);

  private final Group<Order, Climate> hall = Group.named("hall", Order.class, Climate.class);

  @Test
  void theHallConforms(@TempDir Path directory) throws IOException {
    ConformanceReport report =
        Conformance.of(() -> hall.machine(new HallState()))
            .commands(HallStateConformanceTest::draw)
            .probes(hall.question(new Order.Look()))
            .inMemory()
            .canonicalSnapshots()
            .check(directory);

    report.assertConforms();
    assertThat(report.notApplicable()).doesNotContain(ConformanceCase.SNAPSHOT_HOLDS_STILL);
  }

  private static Operation draw(RandomGenerator random) {
    double celsius = random.nextInt(60) / 2.0;
    Order order =
        switch (random.nextInt(3)) {
          case 0 -> new Order.SetTarget(celsius);
          case 1 -> new Order.Adjust(celsius / 10 - 1);
          default -> new Order.Report("room " + random.nextInt(8), celsius);
        };
    return new Operation(CODEC.nameOf(order), CODEC.parametersOf(order));
  }
}
