package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.log.RequestExecutor;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Gets an answer for which no client waits. */
final class DetachedSink implements AnswerSink {
  private final CompletableFuture<RequestExecutor.End> end;

  DetachedSink(CompletableFuture<RequestExecutor.End> end) {
    this.end = end;
  }

  @Override
  public void complete(WholeAnswer answer) {
    end.complete(new RequestExecutor.End(true, Optional.of(answer)));
  }

  @Override
  public void begin(WholeAnswer head) {}

  @Override
  public void more(ByteBuf content) {
    content.release();
  }

  @Override
  public void end() {
    end.complete(new RequestExecutor.End(true, Optional.empty()));
  }

  @Override
  public void broken(String reason) {
    end.complete(new RequestExecutor.End(true, Optional.empty()));
  }

  @Override
  public void failed(int status, String reason) {
    end.complete(new RequestExecutor.End(false, Optional.empty()));
  }

  @Override
  public void switched(WholeAnswer head, Channel server) {
    var unused = server.close();
    failed(502, "a web server changed the protocol");
  }

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public void bodyWanted() {}
}
