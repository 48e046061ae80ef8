package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.MessageBody;
import java.util.function.Supplier;

/** Others make room for what comes on a connection, as the table decides. */
record RequestRoom(SharedByConnections shared, Supplier<ConnectionPlace> place)
    implements MessageBody.Room {
  @Override
  public boolean isFirst() {
    return place.get().isKept();
  }

  @Override
  public boolean make(long messageBytes) {
    return shared
        .table()
        .makeRoom(place.get(), messageBytes, shared.requests().isSmall(messageBytes));
  }
}
