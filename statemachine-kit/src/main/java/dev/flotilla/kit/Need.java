package dev.flotilla.kit;

import dev.flotilla.kit.harness.Reference;
import dev.flotilla.kit.harness.Subject;
import dev.flotilla.kit.harness.Trait;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a case needs to say something about a machine. */
enum Need {
  DISK,
  RESTORABLE,
  CANONICAL,
  JOURNAL,
  OTHER_DIGITS,
  OPEN_FILES;

  /** Where Linux lists what a process has open. */
  static final Path OPEN_FILES_LIST = Path.of("/proc/self/fd");

  /** Why it is not there; nothing if it is. */
  Optional<String> missing(Subject subject, Reference reference) {
    return switch (this) {
      case DISK -> unless(!subject.is(Trait.IN_MEMORY), "the machine lives in memory");
      case RESTORABLE -> unless(subject.isRestorable(), "the machine is no RestorableStateMachine");
      case CANONICAL ->
          unless(subject.is(Trait.CANONICAL), "its snapshots are not said to be canonical");
      case JOURNAL -> unless(reference.keepsJournal(), "find knows no command");
      case OTHER_DIGITS ->
          unless(Place.ELSEWHERE.hasOtherDigits(), "this Java knows no digits but 0 to 9");
      case OPEN_FILES ->
          unless(Files.isDirectory(OPEN_FILES_LIST), "there is no " + OPEN_FILES_LIST + " here");
    };
  }

  private static Optional<String> unless(boolean isThere, String reason) {
    return isThere ? Optional.empty() : Optional.of(reason);
  }
}
