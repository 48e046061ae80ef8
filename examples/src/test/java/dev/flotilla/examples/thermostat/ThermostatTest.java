package dev.flotilla.examples.thermostat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandRejected;
import dev.flotilla.test.Clusters;
import dev.flotilla.test.FlotillaCluster;
import dev.flotilla.test.FlotillaTest;
import dev.flotilla.test.Place;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@FlotillaTest
@Tag("slow")
class ThermostatTest {
  private static Thermostat on(Place place) throws IOException {
    return new Thermostat(place.group(), place.servers(), place.directory(), null, null);
  }

  @Test
  void whatIsTurnedOnOneShowsOnAll(Clusters clusters) {
    FlotillaCluster<Thermostat> hall = clusters.start(3, ThermostatTest::on, Thermostat::server);

    hall.member(0).turn(2.5);
    hall.member(1).measured("kitchen", 18.5);

    for (Thermostat each : hall.members()) {
      assertThat(each.display()).isEqualTo(new Climate(21.5, Map.of("kitchen", 18.5)));
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

    assertThat(panel.answer("turn +2.5")).isEqualTo("target 21.5 C, rooms {}");
    assertThat(new Panel(hall.member(1)).answer(" room  hall 18 "))
        .isEqualTo("target 21.5 C, rooms {hall=18.0}");
    assertThat(panel.answer("look")).isEqualTo("target 21.5 C, rooms {hall=18.0}");
    assertThat(panel.answer("turn 40")).startsWith("no: 61.5 C is not between");
    assertThat(panel.answer("turn NaN")).startsWith("no: ");
    assertThat(panel.answer("turn it")).isEqualTo("not a number of degrees: turn it");
    assertThat(panel.answer("turn")).startsWith("look | turn DEGREES");
  }
}
