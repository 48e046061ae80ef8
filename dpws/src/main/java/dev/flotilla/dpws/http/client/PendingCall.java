package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageCollector;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call from its submission to its outcome. Owned by one event loop once it is submitted. */
final class PendingCall<Q, A> {
  private final Target target;
  private final EndpointReference to;
  private final Operation<Q, A> operation;
  private final Q request;
  private final String messageId;
  private final long deadlineNanos;
  private final AnswerCheck<? super A> check;
  private final CompletableFuture<A> outcome = new CompletableFuture<>();

  PendingCall(
      Target target,
      EndpointReference to,
      Operation<Q, A> operation,
      Q request,
      String messageId,
      long deadlineNanos,
      AnswerCheck<? super A> check) {
    this.target = target;
    this.to = to;
    this.operation = operation;
    this.request = request;
    this.messageId = messageId;
    this.deadlineNanos = deadlineNanos;
    this.check = check;
  }

  CompletableFuture<A> outcome() {
    return outcome;
  }

  Target target() {
    return target;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  boolean isDone() {
    return outcome.isDone();
  }

  void fail(Kind kind, String message, @Nullable Throwable cause) {
    outcome.completeExceptionally(CallFailure.of(kind, message, cause));
  }

  /** Appends the request, and offers or uses another encoding than XML. */
  void write(ByteBuf out, Encodings encodings) {
    MessageEncoding used = encodings.used();
    int body = encodings.begin(out, target.requestHead());
    SoapHeader header = SoapHeader.request(operation.action(), messageId, to);
    SoapWriter.write(out, header, operation.requestWriter(), request);
    if (used == null) {
      HttpWriter.endBody(out, body);
    } else {
      HttpWriter.endEncoded(out, body, used);
    }
  }

  /**
   * Takes the response.
   *
   * @param peer the certificate of the one that answers; null without TLS
   * @return false when it answers another request, so that the connection is out of step
   */
  boolean read(
      MessageCollector response,
      Encodings encodings,
      XmlLimits limits,
      @Nullable X509Certificate peer) {
    if (isDone()) {
      return true; // It timed out; its place in the order is all that is left of it.
    }
    if (!encodings.isEnvelope(response) || response.bodyLength() == 0) {
      HttpResponseStatus status = ((HttpResponse) response.head()).status();
      if (operation.isOneWay() && status.codeClass() == HttpStatusClass.SUCCESS) {
        completeOneWay();
        return true;
      }
      fail(
          Kind.MALFORMED,
          target.uri() + " answered HTTP " + status.code() + " without an envelope",
          null);
      return true;
    }
    try {
      return read(SoapReader.open(encodings.open(response, limits)), peer);
    } catch (XmlException | SoapFaultException | RuntimeException e) {
      // Whatever a reader throws: the call has left the queue, and this is all that can end it.
      fail(Kind.MALFORMED, "the answer of " + target.uri() + ": " + e.getMessage(), e);
      return true;
    }
  }

  private boolean read(SoapReader in, @Nullable X509Certificate peer) throws XmlException {
    String relatesTo = in.header().relatesTo();
    if (relatesTo != null && !relatesTo.equals(messageId)) {
      fail(Kind.MALFORMED, target.uri() + " answered a request that is not the oldest", null);
      return false;
    }
    if (in.isFault()) {
      outcome.completeExceptionally(CallFailure.fault(in.fault()));
    } else if (operation.isOneWay()) {
      completeOneWay(); // Some stacks answer with an envelope that has no content.
    } else if (in.header().action().equals(operation.responseAction())) {
      answered(in.body(operation.responseReader()), peer);
    } else {
      fail(Kind.MALFORMED, "the answer has the action " + in.header().action(), null);
    }
    return true;
  }

  private void answered(A answer, @Nullable X509Certificate peer) {
    Optional<String> objection = peer == null ? Optional.empty() : check.objection(answer, peer);
    if (objection.isPresent()) {
      fail(Kind.MALFORMED, "the answer of " + target.uri() + ": " + objection.get(), null);
    } else {
      outcome.complete(answer);
    }
  }

  private void completeOneWay() {
    try {
      outcome.complete(operation.responseReader().whenEmpty());
    } catch (XmlException e) {
      fail(Kind.MALFORMED, String.valueOf(e.getMessage()), e);
    }
  }
}
