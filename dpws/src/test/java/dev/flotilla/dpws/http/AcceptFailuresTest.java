package dev.flotilla.dpws.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AcceptFailuresTest {
  private long nowNanos = 1;
  private final AcceptFailures failures = new AcceptFailures(() -> nowNanos);

  @Test
  void aFailureToAcceptIsKnownForAWhile() {
    assertThat(failures.now()).isEmpty();

    failures.failed(new IOException("Too many open files"), "/127.0.0.1:5000");

    assertThat(failures.now()).contains("Too many open files");
    nowNanos += AcceptFailures.OVER_NANOS;
    assertThat(failures.now()).isEmpty();
  }

  @Test
  void theListenerHearsOfTheFailureToo() {
    List<Throwable> heard = new ArrayList<>();
    EmbeddedChannel channel =
        new EmbeddedChannel(
            failures,
            new io.netty.channel.ChannelInboundHandlerAdapter() {
              @Override
              public void exceptionCaught(
                  io.netty.channel.ChannelHandlerContext context, Throwable cause) {
                heard.add(cause);
              }
            });
    IOException failure = new IOException("Too many open files");

    channel.pipeline().fireExceptionCaught(failure);

    assertThat(heard).containsExactly(failure);
    assertThat(failures.now()).isPresent();
  }
}
