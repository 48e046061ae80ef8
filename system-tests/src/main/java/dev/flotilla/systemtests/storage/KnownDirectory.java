package dev.flotilla.systemtests.storage;

import dev.flotilla.bdb.JournalReader;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.systemtests.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A data directory as SIGKILL leaves it, and what was acknowledged on it: known from the answers,
 * not from its files.
 *
 * @param path the sound files, never started on
 * @param lines what the journal must say, a line each as its dump has them
 * @param entries the log from after its base on
 * @param base the index before the first of these
 * @param vote the term of the server, and its vote for itself
 */
record KnownDirectory(
    Path path, List<String> lines, List<Entry> entries, long base, TermAndVote vote) {
  private static final int COMMANDS = 3_000;
  private static final int SNAPSHOT_AFTER = 2_000;
  private static final int MAX_DIGITS = 200;

  /** Writes one by a server that runs; its files are copied while it does nothing. */
  static KnownDirectory write(Path path, Path scratch, RandomGenerator random)
      throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    TermAndVote vote;
    try (LoneServer server = LoneServer.start(scratch)) {
      for (int i = 1; i <= COMMANDS; i++) {
        Command command =
            new Command("uid-" + i, "put", Bytes.utf8("9".repeat(1 + random.nextInt(MAX_DIGITS))));
        String index = server.execute(command);
        lines.add(line(index, server.term(), command));
        if (i == SNAPSHOT_AFTER) {
          server.snapshot();
        }
      }
      vote = new TermAndVote(server.term(), Optional.of(server.member()));
      Trees.copy(scratch, path);
    }
    Trees.delete(scratch);
    Inspection log = inspect(path);
    List<Entry> entries = new ArrayList<>();
    log.forEach(1, Long.MAX_VALUE, entries::add);
    if (log.finding().isPresent() || log.lastIndex() < COMMANDS || log.firstIndex() == 1) {
      throw new IOException("the sound directory is not what it should be: " + log.finding());
    }
    return new KnownDirectory(
        path, List.copyOf(lines), List.copyOf(entries), log.firstIndex() - 1, vote);
  }

  private static String line(String index, long term, Command command) {
    return String.join(
        "\t",
        index,
        Long.toString(term),
        command.uid(),
        command.command(),
        command.parameters().toUtf8(),
        "true",
        index);
  }

  static Inspection inspect(Path path) {
    return Inspection.of(new ReadOnlyDisk(path));
  }

  /** What is wrong with the vote of a directory that a start would not refuse. */
  Optional<String> voteDifference(Inspection log) {
    return log.finding().isPresent() || log.termAndVote().equals(vote)
        ? Optional.empty()
        : Optional.of("it is given %s, and had saved %s".formatted(log.termAndVote(), vote));
  }

  /** What is wrong with the log of a directory that a server has served on since. */
  Optional<String> logDifference(Path served) throws IOException {
    Inspection log = inspect(served);
    if (log.finding().isPresent()) {
      return Optional.of("served, and would not start again: " + log.finding().get().getMessage());
    }
    if (log.firstIndex() - 1 != base || log.lastIndex() <= base + entries.size()) {
      return Optional.of(
          "its log goes from %s to %s, had gone from %s to %s"
              .formatted(log.firstIndex(), log.lastIndex(), base + 1, base + entries.size()));
    }
    List<Entry> now = new ArrayList<>();
    log.forEach(1, base + entries.size(), now::add);
    return now.equals(entries)
        ? Optional.empty()
        : Optional.of("the entries of its log are others than before");
  }

  /**
   * What is wrong with the journal of a directory that a server has served on since.
   *
   * @throws IOException if the journal says that it cannot be read
   */
  Optional<String> journalDifference(Path served) throws IOException {
    StringBuilder dump = new StringBuilder();
    JournalReader.dump(served.resolve("machine"), dump);
    List<String> now = dump.toString().lines().toList();
    if (now.size() != lines.size() + 1) {
      return Optional.of("%s commands, not %s".formatted(now.size(), lines.size() + 1));
    }
    for (int i = 0; i < lines.size(); i++) {
      if (!now.get(i).equals(lines.get(i))) {
        return Optional.of("its journal has changed at " + lines.get(i));
      }
    }
    return Optional.empty();
  }
}
