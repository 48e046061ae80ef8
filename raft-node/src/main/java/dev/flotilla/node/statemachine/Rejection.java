package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a state machine rejects a command: a sentence for people and, if there is one, a code for
 * programs. Immutable.
 *
 * <p>It travels as the value of a {@link Result}, in UTF-8: {@code the sentence [code THE_CODE]}. A
 * client that knows no codes shows the whole. A sentence without a code travels as it is; only if
 * it ends like one with a code, {@code [code ]} follows it.
 *
 * @param reason the sentence
 * @param code 1 to 64 letters, digits, dots, hyphens and underscores
 */
public record Rejection(String reason, Optional<String> code) {
  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern WITH_CODE =
      Pattern.compile("(?<reason>.*) \\[code (?<code>[A-Za-z0-9._-]{0,64})]", Pattern.DOTALL);

  /** Rejects a code that cannot be carried. */
  public Rejection {
    if (code.isPresent() && !CODE.matcher(code.get()).matches()) {
      throw new IllegalArgumentException(
          "the code of a rejection is \"%s\"; use 1 to 64 letters, digits, dots, hyphens and underscores"
              .formatted(code.get()));
    }
  }

  /** Whether a text can be a code. */
  public static boolean isCode(String text) {
    return CODE.matcher(text).matches();
  }

  /** As the value of a result. */
  public Bytes encoded() {
    if (code.isPresent()) {
      return Bytes.utf8(marked(reason, code.get()));
    }
    return Bytes.utf8(WITH_CODE.matcher(reason).matches() ? marked(reason, "") : reason);
  }

  /** What the value of a result says. Any bytes are a rejection. */
  public static Rejection of(Bytes value) {
    String text = value.toUtf8();
    Matcher marked = WITH_CODE.matcher(text);
    return marked.matches()
        ? new Rejection(
            marked.group("reason"),
            Optional.of(marked.group("code")).filter(found -> !found.isEmpty()))
        : new Rejection(text, Optional.empty());
  }

  private static String marked(String reason, String code) {
    return reason + " [code " + code + "]";
  }
}
