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

  private static ConnectionPlace place(int host) throws UnknownHostException {
    ByteBudget nothing = new ByteBudget(0);
    InetAddress source = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host});
    ConnectionPlace place = new ConnectionPlace(new EmbeddedChannel(), source, 0, nothing::share);
    place.settle();
    return place;
  }
}
