package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.log.Lease;
import dev.flotilla.gateway.log.RequestExecutor;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Gets the answer to a request with a key, for which no client waits. */
final class DetachedSink implements AnswerSink {
  private final CompletableFuture<RequestExecutor.End> end;

  private final Lease lease;

  DetachedSink(CompletableFuture<RequestExecutor.End> end, Lease lease) {
    this.end = end;
    this.lease = lease;
  }

  @Override
  public void complete(WholeAnswer answer, KeptBody held) {
    held.close();
    end.complete(new RequestExecutor.End.Executed(Optional.of(answer)));
  }

  @Override
  public void begin(WholeAnswer head) {}

  @Override
  public void more(ByteBuf content) {
    content.release();
  }

  @Override
  public void end() {
    end.complete(new RequestExecutor.End.Executed(Optional.empty()));
  }

  @Override
  public void broken(String reason) {
    end.complete(new RequestExecutor.End.Executed(Optional.empty()));
  }

  @Override
  public void failed(int status, String reason) {
    end.complete(
        lease.isHeld() ? new RequestExecutor.End.Failed() : new RequestExecutor.End.NotAllowed());
  }

  @Override
  public void switched(WholeAnswer head, Channel server) {
    var unused = server.close();
    failed(502, "a web server changed the protocol");
  }

  @Override
  public boolean mayBeSent(boolean isAgain) {
    return true;
  }

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public void bodyWanted() {}
}
