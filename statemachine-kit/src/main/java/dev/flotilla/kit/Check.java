package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.Violation;
import java.util.List;

/**
 * How a case is checked.
 *
 * @param needs without which it says nothing
 * @param body the check
 */
record Check(List<Need> needs, Body body) {
  /** What a check does. */
  interface Body {
    /**
     * Drives machines; whatever it throws is a violation.
     *
     * @throws Exception which a machine threw, or a {@link Violation}
     */
    void run(Bench bench) throws Exception;
  }

  static Check of(Body body, Need... needs) {
    return new Check(List.of(needs), body);
  }

  /** How a case is checked. */
  static Check of(ConformanceCase tested) {
    return switch (tested) {
      case COMMANDS_CAN_BE_SEEN -> of(SameCases::commandsCanBeSeen);
      case EMPTY_AT_FIRST -> of(SameCases::emptyAtFirst);
      case SAME_IN_OTHER_BATCHES -> of(SameCases::sameInOtherBatches);
      case SESSION_ENDS_COME_ALONE -> of(SessionCases::endsComeAlone);
      case SAME_ON_OTHER_THREADS -> of(SameCases::sameOnOtherThreads);
      case SAME_ELSEWHERE -> of(PlaceCases::sameElsewhere, Need.OTHER_DIGITS);
      case QUERIES_CHANGE_NOTHING -> of(AnswerCases::queriesChangeNothing);
      case STRANGE_QUERIES_ARE_ANSWERED -> of(StrangeCases::queries);
      case STRANGE_COMMANDS_ARE_ANSWERED -> of(StrangeCases::commands);
      case REJECTED_COMMANDS_CHANGE_NOTHING -> of(RejectedCases::changeNothing);
      case FIND_TELLS_WHAT_WAS_EXECUTED -> of(AnswerCases::find, Need.JOURNAL);
      case RESTART_BETWEEN_BATCHES -> of(RestartCases::restart);
      case CRASH_BETWEEN_BATCHES -> of(RestartCases::crash, Need.DISK);
      case TORN_FILES -> of(RestartCases::tornFiles, Need.DISK);
      case RECALL_LEAVES_NO_GAP -> of(RestartCases::recall, Need.DISK);
      case RESTORE_INTO_EMPTY -> of(RestoreCases::intoEmpty, Need.RESTORABLE);
      case RESTORE_REPLACES_ALL -> of(RestoreCases::replacesAll, Need.RESTORABLE);
      case SNAPSHOT_OF_NOTHING -> of(SnapshotCases::ofNothing, Need.RESTORABLE);
      case SNAPSHOT_HOLDS_STILL -> of(SnapshotCases::holdsStill, Need.RESTORABLE);
      case SNAPSHOTS_ARE_CANONICAL -> of(SnapshotCases::canonical, Need.RESTORABLE, Need.CANONICAL);
      case SNAPSHOT_CAN_BE_ABANDONED -> of(SnapshotCases::abandoned, Need.RESTORABLE);
      case RESTORE_LEAVES_HELD_SNAPSHOT_WHOLE -> of(RestoreCases::leavesHeldWhole, Need.RESTORABLE);
      case CUT_SNAPSHOT_IS_REFUSED -> of(DamageCases::cut, Need.RESTORABLE);
      case CHANGED_SNAPSHOT_IS_BORNE -> of(DamageCases::changed, Need.RESTORABLE);
      case RESTORED_STATE_STAYS -> of(RestoreCases::stays, Need.DISK, Need.RESTORABLE);
      case CRASH_IN_SNAPSHOT -> of(SnapshotCases::crash, Need.DISK, Need.RESTORABLE);
      case CRASH_IN_RESTORE -> of(RestoreCases::crash, Need.DISK, Need.RESTORABLE);
      case RECALL_REACHES_BACK_TO_KEPT_SNAPSHOT ->
          of(SnapshotCases::recall, Need.DISK, Need.RESTORABLE);
      case CLOSING_TWICE -> of(EndCases::closingTwice);
      case THREADS_END -> of(EndCases::threadsEnd);
      case FILES_ARE_CLOSED -> of(EndCases::filesAreClosed, Need.OPEN_FILES);
    };
  }
}
