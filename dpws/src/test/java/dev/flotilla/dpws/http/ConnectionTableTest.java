package dev.flotilla.dpws.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.ConnectionPlace.Stage;
import dev.flotilla.dpws.http.message.ByteBudget;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionTableTest {
  private static final int MAX_CONNECTIONS = 32;
  private static final int ROUNDS = 200;

  private static final long REST_NANOS = 250_000_000;

  private long nowNanos = 1;
  private final ConnectionTable table = new ConnectionTable(MAX_CONNECTIONS);

  @Test
  void aPlaceThatTheOnlyConnectionOfAnAddressGaveUpIsFreeAgain() throws Exception {
    List<ConnectionPlace> busy = new ArrayList<>();
    for (int i = 0; i < 27; i++) {
      ConnectionPlace place = place(1 + i % 2);
      assertThat(table.admit(place)).isTrue();
      assertThat(place.move(Stage.BUSY)).isTrue();
      busy.add(place);
    }
    ConnectionPlace open = place(3);
    assertThat(table.admit(open)).isTrue();

    for (int round = 0; round < ROUNDS; round++) {
      nowNanos += REST_NANOS;
      ConnectionPlace next = place(3);
      assertThat(table.admit(next)).as("round %s", round).isTrue();
      assertThat(open.stage()).isEqualTo(Stage.EVICTED);
      open = next;
    }
    table.remove(open);
    busy.forEach(table::remove);

    for (int i = 0; i < 27; i++) {
      ConnectionPlace place = place(4 + i % 2);
      assertThat(table.admit(place)).as("after all are closed: %s", i).isTrue();
      assertThat(place.move(Stage.BUSY)).isTrue();
    }
  }

  @Test
  void aNewcomerTakesAnIdlePlaceNotTheLastNewcomers() throws Exception {
    List<ConnectionPlace> idle = admitAll(16, Stage.IDLE);
    nowNanos += REST_NANOS;
    ConnectionPlace first = newcomer(1);
    ConnectionPlace second = newcomer(1);

    assertThat(table.admit(first)).isTrue();
    assertThat(table.admit(second)).isTrue();

    assertThat(first.stage()).isEqualTo(Stage.INCOMPLETE);
    assertThat(idle).filteredOn(it -> it.stage() == Stage.EVICTED).hasSize(2);
  }

  @Test
  void aCrowdKeepsItsPlacesBetweenTwoRequests() throws Exception {
    List<ConnectionPlace> idle = admitAll(16, Stage.IDLE);
    nowNanos += REST_NANOS - 1;

    assertThat(table.admit(newcomer(1))).isFalse();
    assertThat(idle).allMatch(it -> it.stage() == Stage.IDLE);

    table.prefer(address -> true);
    ConnectionPlace onTrial = newcomer(1);
    assertThat(table.admit(onTrial)).isTrue();
    assertThat(onTrial.isOnTrial()).isTrue();
    assertThat(idle).allMatch(it -> it.stage() == Stage.IDLE);
  }

  @Test
  void aFewConnectionsFindRoomAmongIdleOnesOfACrowd() throws Exception {
    admitAll(1, 14, Stage.IDLE);
    admitAll(2, 14, Stage.IDLE);

    int admitted = 0;
    ConnectionPlace next = place(3);
    while (table.admit(next)) {
      assertThat(next.move(Stage.IDLE)).isTrue();
      admitted++;
      next = place(3);
    }
    assertThat(admitted).as("about a third of 28 places").isBetween(9, 10);
  }

  @Test
  void whatHasJustBeenOpenedMayStillSendItsRequest() throws Exception {
    List<ConnectionPlace> busy = admitAll(15, Stage.BUSY);
    ConnectionPlace first = place(1);
    assertThat(table.admit(first)).isTrue();

    nowNanos += REST_NANOS - 1;
    assertThat(table.admit(newcomer(1))).isFalse();
    nowNanos++;
    assertThat(table.admit(newcomer(1))).isTrue();

    assertThat(first.stage()).isEqualTo(Stage.EVICTED);
    assertThat(busy).allMatch(it -> it.stage() == Stage.BUSY);
  }

  @Test
  void aStrangersCrowdIsRefusedAndLosesNothing() throws Exception {
    List<ConnectionPlace> busy = admitAll(15, Stage.BUSY);
    ConnectionPlace first = newcomer(1);

    assertThat(table.admit(first)).isTrue();
    assertThat(table.admit(newcomer(1))).isFalse();

    assertThat(first.stage()).isEqualTo(Stage.INCOMPLETE);
    assertThat(busy).allMatch(it -> it.stage() == Stage.BUSY);
  }

  @Test
  void newcomersOnTrialMakeRoomForEachOtherOnly() throws Exception {
    table.prefer(address -> true);
    List<ConnectionPlace> lasting = admitAll(16, Stage.BUSY);
    List<ConnectionPlace> onTrial = admitAll(4, Stage.BUSY);
    List<ConnectionPlace> later = admitAll(3, Stage.BUSY);

    assertThat(lasting).noneMatch(ConnectionPlace::isOnTrial);
    assertThat(later).allMatch(ConnectionPlace::isOnTrial);
    assertThat(lasting).allMatch(it -> it.stage() == Stage.BUSY);
    assertThat(onTrial).filteredOn(it -> it.stage() == Stage.EVICTED).hasSize(3);
  }

  @Test
  void aFloodThatNobodyHasReadFromReplacesItself() throws Exception {
    List<ConnectionPlace> busy = admitAll(12, Stage.BUSY);
    List<ConnectionPlace> flood = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      ConnectionPlace next = newcomer(1);
      assertThat(table.admit(next)).as("connection %s", i).isTrue();
      flood.add(next);
    }

    assertThat(flood).filteredOn(it -> it.stage() == Stage.INCOMPLETE).hasSize(4);
    assertThat(busy).allMatch(it -> it.stage() == Stage.BUSY);
  }

  @Test
  void aKeptConnectionLeavesItsTrialToAnother() throws Exception {
    table.prefer(address -> true);
    admitAll(16, Stage.BUSY);
    List<ConnectionPlace> onTrial = admitAll(4, Stage.BUSY);
    table.keep(onTrial.get(0));

    ConnectionPlace next = newcomer(1);
    assertThat(table.admit(next)).isTrue();

    assertThat(next.isOnTrial()).isTrue();
    assertThat(onTrial.get(0).isOnTrial()).isFalse();
    assertThat(onTrial).allMatch(it -> it.stage() == Stage.BUSY);
  }

  @Test
  void aNewcomerTakesOnePlaceOfACrowdThatHasPaused() throws Exception {
    table.prefer(address -> true);
    List<ConnectionPlace> lasting = admitAll(16, Stage.BUSY);
    admitAll(4, Stage.BUSY);
    lasting.forEach(it -> assertThat(it.move(Stage.IDLE)).isTrue());
    nowNanos += REST_NANOS;

    assertThat(table.admit(newcomer(1))).isTrue();

    assertThat(lasting).filteredOn(it -> it.stage() == Stage.EVICTED).hasSize(1);
  }

  @Test
  void aMemberOfAnotherHostGetsPastACrowdOnTrial() throws Exception {
    table.prefer(address -> true);
    List<ConnectionPlace> lasting = admitAll(16, Stage.BUSY);
    lasting.addAll(admitAll(2, 12, Stage.BUSY));
    List<ConnectionPlace> onTrial = admitAll(4, Stage.BUSY);
    ConnectionPlace ofSecond = newcomer(2);
    ConnectionPlace ofThird = newcomer(3);

    assertThat(table.admit(ofSecond)).isTrue();
    assertThat(table.admit(ofThird)).isTrue();

    assertThat(List.of(ofSecond, ofThird)).allMatch(ConnectionPlace::isOnTrial);
    assertThat(onTrial).filteredOn(it -> it.stage() == Stage.EVICTED).hasSize(2);
    assertThat(lasting).allMatch(it -> it.stage() == Stage.BUSY);
  }

  @Test
  void trialPlacesAreFreeAgainWhenTheirConnectionsAreClosed() throws Exception {
    table.prefer(address -> true);
    admitAll(16, Stage.BUSY);
    for (int round = 0; round < ROUNDS; round++) {
      ConnectionPlace next = newcomer(1);
      assertThat(table.admit(next)).as("round %s", round).isTrue();
      assertThat(next.isOnTrial()).isTrue();
      table.remove(next);
    }
  }

  private List<ConnectionPlace> admitAll(int count, Stage stage) throws UnknownHostException {
    return admitAll(1, count, stage);
  }

  private List<ConnectionPlace> admitAll(int host, int count, Stage stage)
      throws UnknownHostException {
    List<ConnectionPlace> admitted = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ConnectionPlace place = place(host);
      assertThat(table.admit(place)).as("connection %s", i).isTrue();
      assertThat(place.move(stage)).isTrue();
      admitted.add(place);
    }
    return admitted;
  }

  private ConnectionPlace place(int host) throws UnknownHostException {
    ConnectionPlace place = newcomer(host);
    place.settle();
    return place;
  }

  private ConnectionPlace newcomer(int host) throws UnknownHostException {
    ByteBudget nothing = new ByteBudget(0);
    InetAddress source = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host});
    return new ConnectionPlace(new EmbeddedChannel(), source, nowNanos, nothing::share);
  }
}
