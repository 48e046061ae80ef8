package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.message.ByteBudget;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** An intake whose calls nobody takes, and to which no connection matters. */
class NoConnections extends CallIntake {
  static final Target TARGET = Target.of(URI.create("http://127.0.0.1:1/echo"));

  NoConnections(EventLoops loops) {
    this(loops, CallerOptions.DEFAULT, new ByteBudget(1 << 20));
  }

  NoConnections(EventLoops loops, CallerOptions options, ByteBudget budget) {
    super(TARGET, loops, options, budget);
  }

  @Override
  void drain() {}

  @Override
  boolean isReady() {
    return false;
  }

  @Override
  void expire() {}

  @Override
  void opened(ClientConnection connection) {}

  @Override
  void closed(ClientConnection connection, @Nullable Throwable cause) {}
}
