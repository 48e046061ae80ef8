package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.backend.Backend;
import dev.flotilla.gateway.http.Field;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.Lease;
import dev.flotilla.gateway.proxy.AttemptFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Asks each web server from time to time whether it lives. One event loop. */
final class Prober {
  private static final int FIRST_FAILURE_STATUS = 500;
  private static final int MIN_TIMEOUT_MILLIS = 1_000;

  private final Worker worker;
  private final GatewayContext context;
  private final Set<Backend> asked = new HashSet<>();

  Prober(Worker worker) {
    this.worker = worker;
    this.context = worker.context();
  }

  void start() {
    int everyMillis = context.options().probeMillis();
    var unused =
        worker.loop().scheduleWithFixedDelay(this::askAll, 0, everyMillis, TimeUnit.MILLISECONDS);
  }

  private void askAll() {
    long nowNanos = context.nowNanos();
    for (Backend backend : context.backends().all()) {
      backend.change(nowNanos).ifPresent(context.events()::happened);
      if (asked.add(backend)) {
        ask(backend);
      }
    }
  }

  private void ask(Backend backend) {
    Fields fields = new Fields(List.of(new Field("User-Agent", "flotilla-gateway-probe")));
    WholeRequest probe =
        new WholeRequest("GET", context.options().probePath(), fields, new byte[0]);
    int timeoutMillis = Math.max(MIN_TIMEOUT_MILLIS, 2 * context.options().probeMillis());
    Attempt attempt =
        new Attempt(
            worker.loop(),
            backend,
            OutgoingRequest.whole(probe, true, Lease.UNLIMITED),
            timeoutMillis,
            new Probe(backend));
    worker.pool().connect(attempt, false);
  }

  /** One question to one web server. */
  private final class Probe implements Attempt.Listener {
    private final Backend backend;
    private boolean isWell;

    Probe(Backend backend) {
      this.backend = backend;
    }

    @Override
    public boolean maySend() {
      return true;
    }

    @Override
    public void sent() {}

    @Override
    public void answered(HttpResponse head) {
      isWell = head.status().code() < FIRST_FAILURE_STATUS;
    }

    @Override
    public void content(ByteBuf content) {}

    @Override
    public void ended() {
      asked.remove(backend);
      if (isWell) {
        backend.heard(context.nowNanos());
      }
    }

    @Override
    public void failed(AttemptFailure failure) {
      asked.remove(backend);
      if (failure.kind() == Kind.NOT_SENT) {
        backend.unreachable(failure.reason());
      }
    }

    @Override
    public boolean wantsContent() {
      return true;
    }

    @Override
    public void bodyWanted() {}
  }
}
