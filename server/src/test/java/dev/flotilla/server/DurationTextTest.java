package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class DurationTextTest {
  @Test
  void aNumberWithAUnitIsReadByEveryOption() {
    for (DurationText option :
        List.of(
            new DurationText.Millis(), new DurationText.Seconds(), new DurationText.Minutes())) {
      assertThat(option.convert("500ms")).isEqualTo(Duration.ofMillis(500));
      assertThat(option.convert("10s")).isEqualTo(Duration.ofSeconds(10));
      assertThat(option.convert("5m")).isEqualTo(Duration.ofMinutes(5));
      assertThat(option.convert("2h")).isEqualTo(Duration.ofHours(2));
      assertThat(option.convert("1d")).isEqualTo(Duration.ofDays(1));
    }
  }

  @Test
  void aBareNumberHasTheUnitOfItsOption() {
    assertThat(new DurationText.Millis().convert("50")).isEqualTo(Duration.ofMillis(50));
    assertThat(new DurationText.Seconds().convert("50")).isEqualTo(Duration.ofSeconds(50));
    assertThat(new DurationText.Minutes().convert("50")).isEqualTo(Duration.ofMinutes(50));
  }

  @Test
  void whatIsNoDurationIsRefusedByName() {
    for (String text : List.of("", "s", "-1s", "1.5s", "1 s", "1w", "9999999999999s")) {
      assertThatThrownBy(() -> new DurationText.Seconds().convert(text))
          .isInstanceOf(TypeConversionException.class)
          .hasMessageContaining("'" + text + "'");
    }
  }
}
