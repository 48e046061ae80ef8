package dev.flotilla.raftdpws.message;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The edition of a status: the same text for as long as nothing has changed but what changes all
 * the time, such as indexes and free bytes. Servers that ask each other again and again name the
 * edition that they have, and an unchanged status is then answered in brief. Another process of the
 * same server has other editions, since its status names the process.
 */
public final class StatusEdition {
  /** Long enough that two editions of one process differ. */
  private static final int HASH_DIGITS = 16;

  /** What no edition holds, and a brief answer leaves out. */
  private static final Set<StatusFact> PASSING =
      EnumSet.of(
          StatusFact.UPTIME_MILLIS,
          StatusFact.ELECTION_TIMEOUT_MIN_MILLIS,
          StatusFact.ELECTION_TIMEOUT_MAX_MILLIS,
          StatusFact.MEASURED_DELAY_MILLIS,
          StatusFact.FREE_BYTES,
          StatusFact.OPEN_FILES,
          StatusFact.TIME_MILLIS,
          StatusFact.PROCESSOR_MILLIS,
          StatusFact.HEAP_BYTES,
          StatusFact.ANSWERED_COMMANDS,
          StatusFact.ANSWERED_MICROS,
          StatusFact.EDITION);

  private StatusEdition() {}

  /** The edition that a status names; empty if it is of an older server. */
  public static Optional<String> of(StatusResponse status) {
    return status.facts().text(StatusFact.EDITION);
  }

  /**
   * What is answered: the status with its edition, in brief if that is the one that is known.
   *
   * @param known the edition that the asker has, if it has one
   */
  public static StatusResponse answer(StatusResponse status, Optional<String> known) {
    String edition = FoundingList.hash(lasting(status).toString()).substring(0, HASH_DIGITS);
    return known.filter(edition::equals).isPresent()
        ? brief(status, edition)
        : status.with(status.details().withFacts(status.facts().with(StatusFact.EDITION, edition)));
  }

  /** Whether an answer is in brief. */
  public static boolean isBrief(StatusResponse answer) {
    return of(answer).isPresent() && answer.facts().values().size() == 1;
  }

  /** A brief answer with what the last full one of this edition held beside. */
  public static StatusResponse completed(StatusResponse brief, StatusResponse full) {
    return brief.with(
        brief.progress(),
        full,
        lasting(full)
            .details()
            .withFacts(lastingFacts(full).with(StatusFact.EDITION, of(brief).orElse(""))));
  }

  private static StatusResponse brief(StatusResponse status, String edition) {
    return new StatusResponse(
        status.version(),
        status.name(),
        status.group(),
        status.self(),
        status.role(),
        Optional.empty(),
        status.progress(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        StatusDetails.NONE.withFacts(StatusFacts.NONE.with(StatusFact.EDITION, edition)));
  }

  private static StatusResponse lasting(StatusResponse status) {
    StatusDetails details = status.details();
    return status.with(
        new StatusResponse.Progress(status.progress().term(), 0, 0, 0, 0),
        status,
        new StatusDetails(
            Optional.empty(),
            List.of(),
            details.timing(),
            details.contradictions(),
            details.certificateEnds(),
            lastingFacts(status)));
  }

  private static StatusFacts lastingFacts(StatusResponse status) {
    return status.facts().without(PASSING);
  }
}
