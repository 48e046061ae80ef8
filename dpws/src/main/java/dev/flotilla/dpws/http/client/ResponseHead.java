package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.message.MessageHeads;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;

/**
 * What the head of a response says. It is found out once, also for the responses that repeat the
 * head on their connection; the length in it is that of the first. Immutable.
 *
 * @param response the head itself
 * @param status the number of the status
 * @param isSoap whether it says that the response carries SOAP 1.2 as it is
 * @param isLast whether the connection ends with it
 */
record ResponseHead(HttpResponse response, int status, boolean isSoap, boolean isLast) {
  static ResponseHead of(HttpMessage message) {
    HttpResponse response = (HttpResponse) message;
    return new ResponseHead(
        response,
        response.status().code(),
        MessageHeads.isSoap(message),
        !HttpUtil.isKeepAlive(message));
  }

  boolean isInformational() {
    return status < HttpResponseStatus.OK.code();
  }

  boolean isSuccess() {
    return response.status().codeClass() == HttpStatusClass.SUCCESS;
  }
}
