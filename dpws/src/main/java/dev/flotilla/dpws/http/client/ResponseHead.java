package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.message.MessageHeads;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;

/**
 * What the head of a response says. It is found out once, also for the responses that repeat the
 * head on their connection; the length in it is that of the first. Immutable.
 */
final class ResponseHead {
  final HttpResponse response;
  final int status;

  /** Whether it says that the response carries SOAP 1.2 as it is. */
  final boolean isSoap;

  /** Whether the connection ends with it. */
  final boolean isLast;

  ResponseHead(HttpMessage message) {
    this.response = (HttpResponse) message;
    this.status = response.status().code();
    this.isSoap = MessageHeads.isSoap(message);
    this.isLast = !HttpUtil.isKeepAlive(message);
  }

  boolean isSuccess() {
    return HttpStatusClass.valueOf(status) == HttpStatusClass.SUCCESS;
  }
}
