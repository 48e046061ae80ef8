package dev.flotilla.server.json;

import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.raft.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * An executed command: the document of {@code read}, and of each line of {@code watch} and {@code
 * journal dump}.
 *
 * @param command null where it is not kept, like its parameters
 * @param parametersBase64 in place of {@code parameters} if these are no UTF-8
 * @param success whether the state machine accepted it; null if that is not kept
 * @param resultBase64 in place of {@code result} if that is no UTF-8
 */
public record ExecutedJson(
    long index,
    @Nullable Long term,
    String uid,
    @Nullable String command,
    @Nullable String parameters,
    @Nullable String parametersBase64,
    @Nullable Boolean success,
    @Nullable String result,
    @Nullable String resultBase64) {
  /** One that was read back. */
  public static ExecutedJson of(CommandRecord it) {
    return of(
        it.position().index(),
        it.position().term(),
        it.uid(),
        it.command().orElse(null),
        it.parameters().orElse(null),
        it.answer());
  }

  /** One that was watched. */
  public static ExecutedJson of(WatchEvent.Executed it) {
    return of(
        it.position().index(),
        it.position().term(),
        it.command().uid(),
        it.command().command(),
        it.command().parameters(),
        it.answer().orElse(null));
  }

  /** One of a journal, or another source. */
  public static ExecutedJson of(
      long index,
      long term,
      String uid,
      @Nullable String command,
      @Nullable Bytes parameters,
      @Nullable Answer answer) {
    Bytes result = answer == null ? null : answer.value().orElse(null);
    return new ExecutedJson(
        index,
        term,
        uid,
        command,
        parameters == null ? null : Json.text(parameters),
        parameters == null ? null : Json.base64(parameters),
        answer == null ? null : answer.success(),
        result == null ? null : Json.text(result),
        result == null ? null : Json.base64(result));
  }
}
