package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.Field;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.log.Admission;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The answers of the gateway itself: one line of text. */
final class Refusals {
  private Refusals() {}

  static WholeAnswer answer(int status, String reason) {
    return answer(new Admission.Refuse(status, reason));
  }

  static WholeAnswer answer(Admission.Refuse refusal) {
    int status = refusal.status();
    String phrase = HttpResponseStatus.valueOf(status).reasonPhrase();
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("Content-Type", "text/plain; charset=utf-8"));
    fields.add(new Field("Cache-Control", "no-store"));
    if (refusal.retrySeconds() > 0) {
      fields.add(new Field("Retry-After", Integer.toString(refusal.retrySeconds())));
    }
    String text = status + " " + phrase + ": " + refusal.reason() + "\n";
    return new WholeAnswer(
        status, phrase, new Fields(fields), text.getBytes(StandardCharsets.UTF_8));
  }
}
