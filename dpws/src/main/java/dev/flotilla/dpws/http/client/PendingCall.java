package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import io.netty.buffer.ByteBuf;
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
    int body = encodings.begin(out, target);
    SoapHeader header = SoapHeader.request(operation.action(), messageId, to);
    encodings.write(out, header, operation.requestWriter(), request);
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
      ResponseHead head, MessageBody body, Encodings encodings, @Nullable X509Certificate peer) {
    if (isDone()) {
      return true; // It timed out; its place in the order is all that is left of it.
    }
    if (!encodings.isEnvelope(head) || body.length() == 0) {
      if (operation.isOneWay() && head.isSuccess()) {
        completeOneWay();
        return true;
      }
      fail(
          Kind.MALFORMED,
          target.uri() + " answered HTTP " + head.status() + " without an envelope",
          null);
      return true;
    }
    try {
      return read(encodings.open(head, body), head, body, encodings, peer);
    } catch (XmlException | SoapFaultException | RuntimeException e) {
      // Whatever a reader throws: the call has left the queue, and this is all that can end it.
      fail(Kind.MALFORMED, "the answer of " + target.uri() + ": " + e.getMessage(), e);
      return true;
    }
  }

  private boolean read(
      SoapReader in,
      ResponseHead head,
      MessageBody body,
      Encodings encodings,
      @Nullable X509Certificate peer)
      throws XmlException {
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
      A answer = in.body(operation.responseReader());
      encodings.learn(in, operation, answer, head, body);
      answered(answer, peer);
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
