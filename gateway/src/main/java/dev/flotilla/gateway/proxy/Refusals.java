package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.Field;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The answers of the gateway itself: one line of text. */
final class Refusals {
  private Refusals() {}

  static WholeAnswer answer(int status, String reason) {
    String phrase = HttpResponseStatus.valueOf(status).reasonPhrase();
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("Content-Type", "text/plain; charset=utf-8"));
    fields.add(new Field("Cache-Control", "no-store"));
    if (status == 503 || status == 409) {
      fields.add(new Field("Retry-After", "1"));
    }
    String text = status + " " + phrase + ": " + reason + "\n";
    return new WholeAnswer(
        status, phrase, new Fields(fields), text.getBytes(StandardCharsets.UTF_8));
  }
}
