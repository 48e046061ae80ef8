package dev.flotilla.examples.thermostat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandRejected;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ThermostatTest {
  private final String hall = "hall-" + UUID.randomUUID().toString().substring(0, 8);
  private final List<Thermostat> thermostats = new ArrayList<>();
  @TempDir private Path directory;

  @BeforeEach
  void switchOn() throws IOException {
    for (int i = 0; i < 3; i++) {
      thermostats.add(on(i));
    }
  }

  @AfterEach
  void switchOff() {
    thermostats.forEach(Thermostat::close);
  }

  @Test
  void whatIsTurnedOnOneShowsOnAll() {
    thermostats.get(0).turn(2.5);
    thermostats.get(1).measured("kitchen", 18.5);
    for (Thermostat each : thermostats) {
      assertThat(each.display()).isEqualTo(new Climate(21.5, Map.of("kitchen", 18.5)));
    }
  }

  @Test
  @Tag("full")
  void anOrderThatMakesNoSenseIsRejectedWithTheReasonAndChangesNothing() {
    assertThatThrownBy(() -> thermostats.get(2).turn(40))
        .isInstanceOf(CommandRejected.class)
        .hasMessageContaining("59.0 C is not between 5.0 and 30.0");
    assertThat(thermostats.get(0).display().targetCelsius()).isEqualTo(19);
  }

  @Test
  @Tag("full")
  void theOthersGoOnWithoutOneThatIsSwitchedOffAndItCatchesUpLater() throws IOException {
    thermostats.get(0).turn(1);
    thermostats.remove(0).close();
    thermostats.get(0).turn(1);
    thermostats.add(on(0));
    thermostats.remove(0).close();
    assertThat(thermostats.get(1).turn(1).targetCelsius()).isEqualTo(22);
  }

  @Test
  void thePanelShowsWhatTheGroupAnswersAndRefusesWhatItDoesNotUnderstand() {
    Panel panel = new Panel(thermostats.get(0));
    assertThat(panel.answer("turn +2.5")).isEqualTo("target 21.5 C, rooms {}");
    assertThat(new Panel(thermostats.get(1)).answer(" room  hall 18 "))
        .isEqualTo("target 21.5 C, rooms {hall=18.0}");
    assertThat(panel.answer("look")).isEqualTo("target 21.5 C, rooms {hall=18.0}");
    assertThat(panel.answer("turn 40")).startsWith("no: 61.5 C is not between");
    assertThat(panel.answer("turn NaN")).startsWith("no: ");
    assertThat(panel.answer("turn it")).isEqualTo("not a number of degrees: turn it");
    assertThat(panel.answer("turn")).startsWith("look | turn DEGREES");
  }

  private Thermostat on(int number) throws IOException {
    return new Thermostat(hall, 3, directory.resolve("thermostat-" + number), null, null);
  }
}
