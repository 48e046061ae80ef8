package dev.flotilla.kit.harness;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What messages show of values.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class Shown {
  private static final int MAX_CHARS = 120;

  private Shown() {}

  /** As text if it is readable, else in hexadecimal; the beginning if it is long. */
  public static String bytes(Bytes bytes) {
    String text = bytes.toUtf8();
    boolean isText = text.chars().allMatch(each -> each == '\n' || each == '\t' || isPlain(each));
    String shown = isText ? "'" + text + "'" : "0x" + HexFormat.of().formatHex(bytes.toArray());
    return shown.length() <= MAX_CHARS
        ? shown
        : shown.substring(0, MAX_CHARS) + "... (" + bytes.size() + " bytes)";
  }

  private static boolean isPlain(int character) {
    return character >= ' ' && character != 0x7f && character != 0xfffd;
  }

  public static String result(@Nullable Result result) {
    if (result == null) {
      return "null";
    }
    return (result.success() ? "ok " : "rejected ")
        + (result.hasValue() ? bytes(result.value()) : "without a value");
  }

  public static String command(CommittedCommand committed) {
    return "command %s at %s, %s with %s"
        .formatted(
            committed.command().uid(),
            committed.position(),
            committed.command().command(),
            bytes(committed.command().parameters()));
  }
}
