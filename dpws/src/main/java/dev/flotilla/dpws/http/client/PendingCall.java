package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.KnownEnvelopes;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call from its submission to its outcome. Owned by one event loop once it is submitted. */
final class PendingCall<Q, A> {
  private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  /** Takes an answer from anyone whom the connection accepts. */
  static final AnswerCheck<Object> ANY = (answer, peer) -> Optional.empty();

  final Target target;
  final SoapHeader header;
  final Operation<Q, A> operation;
  final Q request;
  final long deadlineNanos;
  final CompletableFuture<A> outcome = new CompletableFuture<>();
  private final AnswerCheck<? super A> check;

  PendingCall(
      Target target,
      SoapHeader header,
      Operation<Q, A> operation,
      Q request,
      long deadlineNanos,
      AnswerCheck<? super A> check) {
    this.target = target;
    this.header = header;
    this.operation = operation;
    this.request = request;
    this.deadlineNanos = deadlineNanos;
    this.check = check;
  }

  /**
   * Draws the id of a message: a version 4 UUID from a fast generator. With a seed that nobody can
   * guess ids are unique; they are not secret. Any thread.
   */
  static String newId(SplittableRandom ids) {
    synchronized (ids) {
      long high = (ids.nextLong() & VERSION_MASK) | VERSION_4;
      long low = (ids.nextLong() & VARIANT_MASK) | VARIANT_RFC;
      return "urn:uuid:" + new UUID(high, low);
    }
  }

  void fail(Kind kind, String message, @Nullable Throwable cause) {
    outcome.completeExceptionally(CallFailure.of(kind, message, cause));
  }

  /** Takes a response without an envelope. */
  void readEmpty(ResponseHead head) {
    if (operation.isOneWay() && head.isSuccess()) {
      completeOneWay();
    } else {
      String what = target.uri() + " answered HTTP " + head.status + " without an envelope";
      fail(Kind.MALFORMED, what, null);
    }
  }

  /**
   * Takes the response.
   *
   * @param known learns the form of the answer; null if it is known
   * @param peer the certificate of the one that answers; null without TLS
   * @return false when it answers another request, so that the connection is out of step
   */
  boolean read(
      SoapReader in,
      MessageBody body,
      @Nullable KnownEnvelopes known,
      @Nullable X509Certificate peer)
      throws XmlException {
    SoapHeader answered = in.header();
    String relatesTo = answered.relatesTo();
    if (relatesTo != null && !relatesTo.equals(header.messageId())) {
      fail(Kind.MALFORMED, target.uri() + " answered a request that is not the oldest", null);
      return false;
    }
    if (in.isFault()) {
      outcome.completeExceptionally(CallFailure.fault(in.fault()));
    } else if (operation.isOneWay()) {
      completeOneWay(); // Some stacks answer with an envelope that has no content.
    } else if (answered.action().equals(operation.responseAction())) {
      complete(in, body, known, peer);
    } else {
      fail(Kind.MALFORMED, "the answer has the action " + answered.action(), null);
    }
    return true;
  }

  private void complete(
      SoapReader in,
      MessageBody body,
      @Nullable KnownEnvelopes known,
      @Nullable X509Certificate peer)
      throws XmlException {
    BodyReader<A> reader = operation.responseReader();
    A answer = in.body(reader);
    if (known != null) {
      known.learn(
          in,
          reader,
          operation.responseWriter(),
          answer,
          body.array(),
          body.offset(),
          body.length());
    }
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
