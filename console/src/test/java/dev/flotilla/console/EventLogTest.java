package dev.flotilla.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The bounds of the event log. */
class EventLogTest {
  private final EventLog log = new EventLog();

  @Test
  void theLastLinesAreKept() {
    for (int i = 0; i < EventLog.MAX_LINES + 5; i++) {
      log.add(TestStates.START, LogLine.Kind.STATE, "line");
    }

    assertThat(log.after(0)).hasSize(EventLog.MAX_LINES);
    assertThat(log.after(0).get(0).number()).isEqualTo(6);
    assertThat(log.after(EventLog.MAX_LINES + 4)).hasSize(1);
    assertThat(log.after(EventLog.MAX_LINES + 5)).isEmpty();
  }

  @Test
  void longTextsAreCut() {
    log.add(TestStates.START, LogLine.Kind.PROBLEM, "x".repeat(10_000));

    assertThat(log.after(0).get(0).text()).hasSize(500);
  }
}
