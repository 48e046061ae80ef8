package dev.flotilla.examples.thermostat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandRefused;
import dev.flotilla.CommandRejected;
import dev.flotilla.test.Clusters;
import dev.flotilla.test.FlotillaCluster;
import dev.flotilla.test.FlotillaTest;
import dev.flotilla.test.Place;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@FlotillaTest
@Tag("slow")
class ThermostatTest {
  private static Thermostat on(Place place) throws IOException {
    return new Thermostat(place.group(), place.servers(), place.directory(), null, null);
  }

  /** Again if it was refused: a thermostat is patient for 10 s, and this machine may not be. */
  private static Climate done(Supplier<Climate> order) {
    return Await.present(
        () -> "an order that is not refused",
        () -> {
          try {
            return Optional.of(order.get());
          } catch (CommandRefused e) {
            return Optional.empty(); // So it was not executed.
          }
        });
  }

  private static String done(Panel panel, String line) {
    return Await.present(
        () -> "an order that is not refused",
        () -> Optional.of(panel.answer(line)).filter(it -> !isRefused(it)));
  }

  /** By the group, and not by its state. */
  private static boolean isRefused(String answer) {
    return answer.startsWith("no: ") && !answer.contains("is not between");
  }

  @Test
  void whatIsTurnedOnOneShowsOnAll(Clusters clusters) {
    FlotillaCluster<Thermostat> hall = clusters.start(3, ThermostatTest::on, Thermostat::server);

    var unused = done(() -> hall.member(0).turn(2.5));
    unused = done(() -> hall.member(1).measured("kitchen", 18.5));

    for (Thermostat each : hall.members()) {
      assertThat(done(each::display)).isEqualTo(new Climate(21.5, Map.of("kitchen", 18.5)));
    }
  }

  @Test
  @Tag("full")
  void aRejectedOrderChangesNothing(Clusters clusters) {
    FlotillaCluster<Thermostat> hall = clusters.start(3, ThermostatTest::on, Thermostat::server);

    assertThatThrownBy(() -> hall.member(2).turn(40))
        .isInstanceOf(CommandRejected.class)
        .hasMessageContaining("59.0 C is not between 5.0 and 30.0");
    assertThat(hall.member(0).display().targetCelsius()).isEqualTo(19);
  }

  @Test
  @Tag("full")
  void aThermostatThatWasOffCatchesUp(Clusters clusters) {
    FlotillaCluster<Thermostat> hall = clusters.start(3, ThermostatTest::on, Thermostat::server);

    hall.member(0).turn(1);
    hall.kill(0);
    hall.member(1).turn(1);
    hall.restart(0);
    hall.kill(1);

    assertThat(hall.member(0).turn(1).targetCelsius()).isEqualTo(22);
  }

  @Test
  void thePanelRefusesWhatItDoesNotUnderstand(Clusters clusters) {
    FlotillaCluster<Thermostat> hall = clusters.start(3, ThermostatTest::on, Thermostat::server);
    Panel panel = new Panel(hall.member(0));

    assertThat(done(panel, "turn +2.5")).isEqualTo("target 21.5 C, rooms {}");
    assertThat(done(new Panel(hall.member(1)), " room  hall 18 "))
        .isEqualTo("target 21.5 C, rooms {hall=18.0}");
    assertThat(done(panel, "look")).isEqualTo("target 21.5 C, rooms {hall=18.0}");
    assertThat(done(panel, "turn 40")).startsWith("no: 61.5 C is not between");
    assertThat(panel.answer("turn NaN")).startsWith("no: ");
    assertThat(panel.answer("turn it")).isEqualTo("not a number of degrees: turn it");
    assertThat(panel.answer("turn")).startsWith("look | turn DEGREES");
  }
}
