package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flotilla.dpws.SchemaValidation;
import dev.flotilla.dpws.eventing.EventingMessages.Ended;
import dev.flotilla.dpws.eventing.EventingMessages.Expires;
import dev.flotilla.dpws.eventing.EventingMessages.Filter;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.eventing.SubscriptionEnd.Cause;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.ReferenceParameter;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventingMessagesTest {
  private static final EndpointReference REFERENCE =
      new EndpointReference(
          "http://127.0.0.1:1/x",
          List.of(ReferenceParameter.of(EventingNames.IDENTIFIER, "urn:uuid:1")));

  @Test
  void everyRequestIsValidByTheSchemasAndComesBackAsItWas() throws Exception {
    Filter filter = new Filter(EventingNames.ACTION_DIALECT, "urn:a urn:b");
    for (Subscribe each :
        List.of(
            new Subscribe(REFERENCE, REFERENCE, EventingNames.PUSH_MODE, "PT1M", filter),
            new Subscribe(REFERENCE, null, null, null, null))) {
      assertRequest(EventingOperations.SUBSCRIBE_OPERATION, each);
    }
    assertRequest(EventingOperations.RENEW_OPERATION, new Expires("P1DT2H3M4.5S"));
    assertRequest(EventingOperations.RENEW_OPERATION, new Expires(null));
    assertRequest(EventingOperations.GET_STATUS_OPERATION, EmptyBody.EMPTY);
    assertRequest(EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY);
    for (Cause cause :
        List.of(Cause.DELIVERY_FAILURE, Cause.SOURCE_SHUTTING_DOWN, Cause.SOURCE_CANCELLING)) {
      Ended ended = new Ended(REFERENCE, new SubscriptionEnd(cause, "because <so>"));
      assertRequest(EventingOperations.SUBSCRIPTION_END_OPERATION, ended);
    }
  }

  @Test
  void everyAnswerIsValidByTheSchemasAndComesBackAsItWas() throws Exception {
    String expires = Expiration.after(Duration.ofMillis(90_500)).text();
    assertAnswer(EventingOperations.SUBSCRIBE_OPERATION, new SubscribeResponse(REFERENCE, expires));
    assertAnswer(EventingOperations.RENEW_OPERATION, new Expires(expires));
    assertAnswer(EventingOperations.GET_STATUS_OPERATION, new Expires("PT0S"));
    assertAnswer(EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY);
  }

  @Test
  void theWsdlOfAnEventSourceIsValidByTheSchemas() {
    SchemaValidation.assertValid(Sensor.WSDL.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anExpirationIsADurationOrATime() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(Expiration.parse("PT1M").from(now)).isEqualTo(Duration.ofMinutes(1));
    assertThat(Expiration.parse("P1DT0.5S").from(now)).isEqualTo(Duration.ofMillis(86_400_500));
    assertThat(Expiration.parse("-P1D").from(now)).isEqualTo(Duration.ofDays(-1));
    assertThat(Expiration.parse("P9999Y").from(now)).isEqualTo(Expiration.MAX_DURATION);
    assertThat(Expiration.parse("2026-01-01T00:01:00Z").from(now)).hasMinutes(1);
    assertThat(Expiration.parse("2026-01-01T00:01:00").from(now)).hasMinutes(1);
    assertThat(Expiration.parse("2026-01-01T02:01:00+02:00").from(now)).hasMinutes(1);
    assertThat(Expiration.parse("9999-01-01T00:00:00Z").from(now))
        .isEqualTo(Expiration.MAX_DURATION);
    assertThat(Expiration.parse("2025-12-31T23:59:00Z").from(now)).hasMinutes(-1);
    for (String bad : List.of("", "1", "P", "PT", "P1", "2026-01-01", "P1Y".repeat(30))) {
      assertThatIllegalArgumentException().as(bad).isThrownBy(() -> Expiration.parse(bad));
    }
  }

  @Test
  void aReasonOfAStrangerIsCut() {
    SubscriptionEnd end = new SubscriptionEnd(Cause.DELIVERY_FAILURE, "\u0000" + "x".repeat(9_999));
    assertThat(end.reason()).startsWith("\uFFFDx").hasSizeLessThan(1_010);
  }

  private static <Q> void assertRequest(Operation<Q, ?> operation, Q request) throws Exception {
    assertComesBack(operation.requestWriter(), operation.requestReader(), request);
  }

  private static <A> void assertAnswer(Operation<?, A> operation, A answer) throws Exception {
    assertComesBack(operation.responseWriter(), operation.responseReader(), answer);
  }

  private static <T> void assertComesBack(BodyWriter<T> writer, BodyReader<T> reader, T message)
      throws Exception {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.write(out, SoapHeader.request("urn:a", "urn:id:1", REFERENCE), writer, message);
    SchemaValidation.assertValid(ByteBufUtil.getBytes(out));
    assertThat(SoapReader.open(XmlReader.of(out, XmlLimits.DEFAULT)).body(reader))
        .isEqualTo(message);
  }
}
