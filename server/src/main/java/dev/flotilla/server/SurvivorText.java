package dev.flotilla.server;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.storage.log.GroupRecovery.Recovered;
import dev.flotilla.storage.log.GroupRecovery.Survivor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What {@link RecoverCommand} says; a line is a word, a tab and the rest. */
final class SurvivorText {
  private SurvivorText() {}

  /**
   * What was found, before anything is changed.
   *
   * @param applied up to where its state machine had forced its state, if that can be told
   */
  static List<String> lines(Survivor survivor, OptionalLong applied) {
    long committed = Math.max(survivor.committedIndex(), applied.orElse(0));
    long missing = Math.max(0, committed - survivor.last().index());
    long open = Math.max(0, survivor.last().index() - committed);
    List<String> lines = new ArrayList<>();
    lines.add("group\t" + survivor.groupName() + " " + survivor.group());
    lines.add("member\t" + survivor.member() + ", " + statusOf(survivor));
    survivor.configuration().voters().stream()
        .filter(it -> !it.equals(survivor.member()))
        .forEach(
            it ->
                lines.add(
                    "voter\t" + it + witness(survivor.configuration(), it) + ", not in this one"));
    lines.add("term\t" + survivor.term());
    lines.add(
        "last\tentry %s of term %s".formatted(survivor.last().index(), survivor.last().term()));
    lines.add(
        committed == 0
            ? "committed\tunknown: this directory does not say how much of the log is committed"
            : "committed\tup to entry " + committed + " at least");
    lines.add(
        open == 0
            ? "open\tno entry of this log is in doubt"
            : ("open\t%s entries may or may not be committed. All are kept and become committed: clients may"
                    + " have been told that they succeeded")
                .formatted(open));
    lines.add(
        (missing == 0
                ? "lost\t"
                : "lost\t%s committed entries that this log lacks; and ".formatted(missing))
            + "commands that succeeded and never reached this directory. Nobody can tell how many");
    return lines;
  }

  private static String statusOf(Survivor survivor) {
    Configuration members = survivor.configuration();
    if (members.isVoter(survivor.member())) {
      return "one of %s voters; a majority is %s"
          .formatted(members.voters().size(), RecoverCommand.majority(members));
    }
    return members.isMember(survivor.member())
        ? "a learner: its log may end long before that of the voters"
        : "not a member by its own log, which may end long before that of the members";
  }

  private static String witness(Configuration members, Member member) {
    return members.isWitness(member) ? " (witness)" : "";
  }

  /** What was made, and what is to be done next. */
  static List<String> lines(Survivor survivor, Recovered made, Path directory) {
    String group = survivor.groupName();
    return List.of(
        "recovered\t%s %s: its only member is %s".formatted(group, made.group(), made.member()),
        "kept\t" + directory.resolve(made.folder()) + " has the log, vote and identity of before",
        "next\tflotilla server --data " + directory + ", with the options that it had",
        "next\tflotilla server --group %s --join --data EMPTY on other devices, then members add"
            .formatted(group),
        "next\tnever start a lost member again with its old directory; clients keep to the old id until"
            + " they are restarted, or called with --forget");
  }
}
