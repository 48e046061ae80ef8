package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.soap.MessageEncoding;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import org.jspecify.annotations.Nullable;

/**
 * What the head of a request says. It is found out once, also for the requests that repeat the head
 * on their connection; the length in it is that of the first. On one event loop.
 */
final class RequestHead {
  private final HttpRequest request;
  private final String path;
  private final HttpEnd end;
  private final TransportAction action;
  private @Nullable RequestEncoding encoding;
  private @Nullable MessageEncoding encodingOffered;

  private RequestHead(HttpRequest request, String path) {
    this.request = request;
    this.path = path;
    this.end = HttpUtil.isKeepAlive(request) ? HttpEnd.KEEP_OPEN : HttpEnd.CLOSE;
    this.action = TransportAction.of(request.headers());
  }

  static RequestHead of(HttpRequest request) throws HttpException {
    return new RequestHead(request, Routes.pathOf(request.uri()));
  }

  HttpRequest request() {
    return request;
  }

  /** Where the request goes, without query. */
  String path() {
    return path;
  }

  HttpEnd end() {
    return end;
  }

  /** The action that HTTP names. */
  TransportAction action() {
    return action;
  }

  /**
   * In which form the request is.
   *
   * @param offered the form other than XML that is understood here; null if there is none
   */
  RequestEncoding encoding(@Nullable MessageEncoding offered) {
    RequestEncoding known = encoding;
    if (known == null || encodingOffered != offered) {
      known = RequestEncoding.of(request, offered);
      encoding = known;
      encodingOffered = offered;
    }
    return known;
  }
}
