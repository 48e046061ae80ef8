package dev.flotilla.systemtests.storage;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.systemtests.Trees;
import dev.flotilla.systemtests.storage.Trial.Ending.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Starts a server on a copy that came to harm, has it serve, and compares. One thread.
 *
 * @param known what there was
 * @param copy where the copies are made, one at a time
 */
record Trial(KnownDirectory known, Path copy) {
  /** Harms a copy of the known directory. */
  interface Harm {
    void strike(Path directory) throws IOException;

    /** What a refusal must name, relative to the data directory. */
    default String file() {
      return "";
    }

    /** Whether what was done to a sound directory still stands; if not, it was mended. */
    default boolean standsIn(Path directory, Path sound) throws IOException {
      return true;
    }
  }

  /**
   * What came of a start after a byte had changed.
   *
   * @param kind in one word
   * @param details the refusal's message, or what is wrong
   */
  record Ending(Kind kind, String details) {
    /** What can come of it. */
    enum Kind {
      /** It did not start, or stopped before it served, and said why. */
      REFUSED("refused"),
      /** It served all that it had, and what had changed was written anew or set aside. */
      REBUILT("rebuilt"),
      /** It served all that it had; the byte stands as it is, and nothing needs it. */
      BORNE("borne"),
      /** It served; a reader of the whole journal learns that it cannot be read. */
      REFUSED_WHEN_READ("refused when read"),
      /** Something was lost or changed without a word. */
      WRONG("wrong");

      private final String text;

      Kind(String text) {
        this.text = text;
      }

      @Override
      public String toString() {
        return text;
      }
    }

    static Ending wrong(String details) {
      return new Ending(Kind.WRONG, details);
    }
  }

  Ending of(Harm harm) throws IOException, InterruptedException {
    Trees.delete(copy);
    Trees.copy(known.path(), copy);
    harm.strike(copy);
    Inspection before = KnownDirectory.inspect(copy);
    Optional<String> forgotten = known.voteDifference(before);
    if (forgotten.isPresent()) {
      return Ending.wrong(forgotten.get());
    }
    long term;
    try (LoneServer server = LoneServer.start(copy)) {
      server.execute(new Command("uid-after", "put", Bytes.utf8("after")));
      term = server.term();
    } catch (IOException e) {
      return refusal(harm, e);
    } catch (RuntimeException e) {
      return Ending.wrong("the start ends with " + e);
    }
    if (before.finding().isPresent()) {
      return Ending.wrong("it serves, and verified, " + before.finding().get().getMessage());
    }
    if (term <= known.vote().term()) {
      return Ending.wrong("it leads in term " + term + ", and did in " + known.vote().term());
    }
    Optional<String> difference = known.logDifference(copy);
    return difference.isPresent() ? Ending.wrong(difference.get()) : journal(harm);
  }

  private Ending journal(Harm harm) throws IOException {
    try {
      Optional<String> difference = known.journalDifference(copy);
      if (difference.isPresent()) {
        return Ending.wrong(difference.get());
      }
    } catch (IOException e) {
      return new Ending(Kind.REFUSED_WHEN_READ, String.valueOf(e.getMessage()));
    }
    boolean isMended =
        Files.exists(copy.resolve("machine").resolve("damaged"))
            || !harm.standsIn(copy, known.path());
    return new Ending(isMended ? Kind.REBUILT : Kind.BORNE, "");
  }

  /** A message that names directory and file; 'log verify' says the same of all but the journal. */
  private Ending refusal(Harm harm, IOException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.contains(copy.toString()) || !message.contains(harm.file())) {
      return Ending.wrong("refused without a word on what: " + message);
    }
    Optional<String> verified = KnownDirectory.inspect(copy).finding().map(Throwable::getMessage);
    boolean isOfTheJournal = message.contains(copy.resolve("machine").toString());
    if (!isOfTheJournal && !verified.equals(Optional.of(message))) {
      return Ending.wrong("refused, '" + message + "'; verified, " + verified);
    }
    return new Ending(Kind.REFUSED, message);
  }
}
