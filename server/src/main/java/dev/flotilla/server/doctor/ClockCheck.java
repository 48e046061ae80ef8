package dev.flotilla.server.doctor;

import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The clock of this host, beside those of the members' hosts, which their answers tell. */
public final class ClockCheck {
  private static final String CLOCK = "clock";

  /** An answer may be a second on its way. */
  private static final long MAX_DIFFERENCE_MILLIS = 5_000;

  private static final double SECOND_MILLIS = 1_000;

  private ClockCheck() {}

  /**
   * Compares clocks: with the median of the members, since most clocks are right.
   *
   * @param servers answers that have just come
   * @param nowMillis the clock of this host, since 1970
   */
  public static List<Finding> of(List<StatusResponse> servers, long nowMillis) {
    List<Long> times = new ArrayList<>();
    for (StatusResponse server : servers) {
      OptionalLong time = server.facts().number(StatusFact.TIME_MILLIS);
      time.ifPresent(times::add);
    }
    if (times.isEmpty()) {
      return List.of(Finding.well(CLOCK, "not compared: no member has answered with its time"));
    }
    Collections.sort(times);
    long median = times.get((times.size() - 1) / 2);
    List<Finding> findings = new ArrayList<>();
    long difference = nowMillis - median;
    if (Math.abs(difference) > MAX_DIFFERENCE_MILLIS) {
      findings.add(
          Finding.wrong(
              CLOCK,
              "the clock of this host is %s of those of the members (median of %s); set its clock, and start a time service (chrony, systemd-timesyncd)"
                  .formatted(words(difference), times.size())));
    } else {
      findings.add(
          Finding.well(CLOCK, "within 5 s of that of the members (%s)".formatted(times.size())));
    }
    for (StatusResponse server : servers) {
      OptionalLong time = server.facts().number(StatusFact.TIME_MILLIS);
      long away = time.orElse(median) - median;
      if (Math.abs(away) > MAX_DIFFERENCE_MILLIS) {
        findings.add(
            Finding.wrong(
                CLOCK,
                "the clock of the host of %s is %s of those of the others; set its clock, and start a time service there"
                    .formatted(server.self().member().id(), words(away))));
      }
    }
    return findings;
  }

  private static String words(long differenceMillis) {
    return String.format(
        Locale.ROOT,
        "%.0f s %s",
        Math.abs(differenceMillis) / SECOND_MILLIS,
        differenceMillis > 0 ? "ahead" : "behind");
  }
}
