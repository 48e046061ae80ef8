package dev.flotilla.client.dpws;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.SessionTag;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Uids that say which command of which session they stand for, so that whoever has the uid, in
 * another process too, sends the same command of the same session again and not another one.
 */
public final class SessionUid {
  private static final Pattern FORM =
      Pattern.compile("urn:flotilla:session:([1-9][0-9]{0,17}):([1-9][0-9]{0,17}):[0-9a-f-]{36}");

  private static final Pattern OF_A_CLIENT =
      Pattern.compile(
          "urn:(uuid|flotilla:session:[1-9][0-9]{0,17}:[1-9][0-9]{0,17}):"
              + "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private SessionUid() {}

  /**
   * Refuses a uid that no client makes for a command: under such a uid a command would be executed
   * as a new one.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static void requireOfAClient(String uid) {
    if (!OF_A_CLIENT.matcher(uid).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not the uid of an earlier attempt; pass the uid of the OutcomeUnknown or of the outcome Unknown"
              .formatted(uid));
    }
  }

  static String of(long session, long sequence) {
    return "urn:flotilla:session:" + session + ":" + sequence + ":" + UUID.randomUUID();
  }

  static boolean isOne(String uid) {
    return FORM.matcher(uid).matches();
  }

  /** The command in its session, if its uid names one; it acknowledges no answers. */
  static Command recovered(Command command) {
    return tag(command.uid()).map(command::in).orElse(command);
  }

  private static Optional<SessionTag> tag(String uid) {
    Matcher parts = FORM.matcher(uid);
    return parts.matches()
        ? Optional.of(
            new SessionTag(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)), 1))
        : Optional.empty();
  }
}
