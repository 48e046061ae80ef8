package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import java.util.Objects;
import java.util.Optional;

/** Answers the questions of {@link Journal#query}. */
final class JournalQuery {
  static final int MAX_RECORDS = 1_000;
  static final int MAX_CHARS = 1 << 20;

  private static final int MAX_WORDS = 3;
  private static final String GRAMMAR =
      "a journal answers: uid UID, index N, range FROM TO, last, last COUNT";

  private final JournalDatabase database;
  private final StringBuilder answer = new StringBuilder();
  private int records;

  private JournalQuery(JournalDatabase database) {
    this.database = database;
  }

  /** Answers a search by uid in slices, and all else in one. */
  static Inquiry<Result> inquiry(JournalDatabase database, String question) {
    String[] words = words(question);
    if (words.length == 2 && words[0].equals("uid")) {
      return database.search(words[1]).map(found -> answer(database, found));
    }
    return budget -> {
      JournalQuery query = new JournalQuery(database);
      Result result = query.answer(words);
      budget.spend(1L + query.records);
      budget.spendBytes(query.answer.length());
      return Optional.of(result);
    };
  }

  private static Result answer(JournalDatabase database, Optional<JournalRecord> found) {
    JournalQuery query = new JournalQuery(database);
    query.add(found);
    return Result.ok(Bytes.utf8(query.answer.toString()));
  }

  private Result answer(String[] words) {
    try {
      ask(words);
      return Result.ok(Bytes.utf8(answer.toString()));
    } catch (IllegalArgumentException e) {
      return Result.rejected(Bytes.utf8(Objects.requireNonNullElse(e.getMessage(), GRAMMAR)));
    }
  }

  /** What is one word too many is all the rest, however many blanks are in it. */
  static String[] words(String question) {
    return question.split(" ", MAX_WORDS + 1);
  }

  private void ask(String[] words) {
    switch (words[0] + " " + (words.length - 1)) {
      case "index 1" -> add(database.get(number(words[1])));
      case "range 2" -> addRange(number(words[1]), number(words[2]));
      case "last 0" -> addLast(1);
      case "last 1" -> addLast(number(words[1]));
      default -> throw new IllegalArgumentException(GRAMMAR);
    }
  }

  private void addRange(long from, long to) {
    database.visitFrom(from, record -> record.position().index() <= to && add(record));
  }

  private void addLast(long count) {
    if (count > 0) {
      addRange(database.firstOfLast(Math.min(count, MAX_RECORDS)), Long.MAX_VALUE);
    }
  }

  private void add(Optional<JournalRecord> record) {
    record.ifPresent(this::add);
  }

  /**
   * Adds a record if there is room for it; for the first one always, since whoever asks goes on
   * from the last one. Whether there may be room for another one.
   */
  private boolean add(JournalRecord record) {
    String line = JournalText.line(record);
    if (records > 0 && answer.length() + line.length() >= MAX_CHARS) {
      return false;
    }
    answer.append(line).append('\n');
    records++;
    return records < MAX_RECORDS && answer.length() < MAX_CHARS;
  }

  private static long number(String word) {
    try {
      long number = Long.parseLong(word);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The same answer as for a negative number.
    }
    throw new IllegalArgumentException("'" + word + "' is not an index or a count; " + GRAMMAR);
  }
}
