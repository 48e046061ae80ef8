package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.SoapFaultException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the addresses of subscribers share the places of a source. */
class SubscriptionTableTest {
  private static final EventSourceSettings SETTINGS =
      EventSourceSettings.DEFAULT.withSubscriptions(6, 4);
  private static final EndpointReference REFERENCE = new EndpointReference("http://127.0.0.1:1/");

  private final SubscriptionTable table = new SubscriptionTable(SETTINGS);
  private EventLoops loops;
  private SoapCaller caller;
  private int number;

  @BeforeEach
  void open() {
    loops = EventLoops.start(1, "test");
    caller = new SoapCaller(loops, CallerOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    caller.close();
    loops.close();
  }

  @Test
  void aNewcomerTakesTheNewestPlaceOfTheAddressWithTheMost() throws Exception {
    SourceSubscription oldest = subscription(1);
    add(oldest);
    add(subscription(1));
    add(subscription(1));
    SourceSubscription newest = subscription(1);
    add(newest);
    add(subscription(2));
    add(subscription(2));

    assertThat(add(subscription(3))).containsSame(newest);
    assertThat(table.all()).hasSize(6).contains(oldest).doesNotContain(newest);
  }

  @Test
  void anAddressTakesNoPlaceOfOneWithOnlyOneMore() throws Exception {
    for (int i = 0; i < 6; i++) {
      add(subscription(1 + i % 2));
    }

    assertThat(add(subscription(3))).isPresent();
    assertThat(add(subscription(3))).isPresent();
    assertThatThrownBy(() -> add(subscription(3)))
        .isInstanceOf(SoapFaultException.class)
        .hasMessageContaining("6 subscriptions, the most");
    assertThat(table.all().stream().map(SourceSubscription::subscriber).distinct()).hasSize(3);
  }

  @Test
  void whileThereIsRoomNobodyLosesAPlace() throws Exception {
    for (int i = 0; i < 4; i++) {
      assertThat(add(subscription(1))).isEmpty();
    }
    assertThatThrownBy(() -> add(subscription(1)))
        .hasMessageContaining("4 subscriptions from this address");
    assertThat(add(subscription(2))).isEmpty();
    assertThat(add(subscription(2))).isEmpty();
  }

  private Optional<SourceSubscription> add(SourceSubscription subscription)
      throws SoapFaultException {
    return table.add("urn:uuid:" + number++, subscription);
  }

  private SourceSubscription subscription(int host) throws Exception {
    EventTarget target = new EventTarget(URI.create(REFERENCE.address()), REFERENCE);
    return new SourceSubscription(
        new SourceSubscription.Parties(
            InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host}),
            REFERENCE,
            target,
            null,
            Set.of()),
        loops,
        caller,
        SETTINGS,
        Duration.ofHours(1));
  }
}
