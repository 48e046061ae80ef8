package dev.flotilla.gateway.proxy;

import java.util.concurrent.atomic.LongAdder;

/** What a gateway has done so far. Any thread. */
public final class Counters {
  private final LongAdder requests = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder redispatched = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder streamed = new LongAdder();
  private final LongAdder tunnels = new LongAdder();

  Counters() {}

  /** Requests with a valid head. */
  public long requests() {
    return requests.sum();
  }

  /** Requests that were answered by a web server. */
  public long answered() {
    return answered.sum();
  }

  /** Requests that no web server has answered completely. */
  public long failed() {
    return failed.sum();
  }

  /** Requests that the gateway refused, as invalid, too large, or because of their key. */
  public long refused() {
    return refused.sum();
  }

  /** Dispatches after the first one of a request. */
  public long redispatched() {
    return redispatched.sum();
  }

  /** Answers that were kept from an earlier request with the same key. */
  public long repeated() {
    return repeated.sum();
  }

  /** Requests that were too large to be kept. */
  public long streamed() {
    return streamed.sum();
  }

  /** Connections that became WebSockets. */
  public long tunnels() {
    return tunnels.sum();
  }

  void request() {
    requests.increment();
  }

  void answer() {
    answered.increment();
  }

  void failure() {
    failed.increment();
  }

  void refusal() {
    refused.increment();
  }

  void dispatchAgain() {
    redispatched.increment();
  }

  void repetition() {
    repeated.increment();
  }

  void stream() {
    streamed.increment();
  }

  void tunnel() {
    tunnels.increment();
  }
}
