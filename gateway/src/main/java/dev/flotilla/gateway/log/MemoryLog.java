package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps nothing but the answers of keys, in the heap of this process: another gateway, and this one
 * after a restart, does not know them.
 */
public final class MemoryLog implements RequestLog {
  private static final int FIELD_BYTES = 64;

  /** A request that was executed. */
  private record Done(String fingerprint, @Nullable WholeAnswer answer, long number) {}

  /** The fingerprints of keys whose requests are being executed. */
  private final Map<String, String> running = new HashMap<>();

  /** In the order of time. */
  private final Map<String, Done> done = new LinkedHashMap<>();

  private final KeyRoom room;

  /** A log without entries. */
  public MemoryLog(KeyRetention retention) {
    this(retention, System::nanoTime);
  }

  MemoryLog(KeyRetention retention, LongSupplier nanoTime) {
    this.room = new KeyRoom(retention, nanoTime);
  }

  @Override
  public boolean isReplicated() {
    return false;
  }

  @Override
  public CompletionStage<Admission> admit(WholeRequest request, Optional<RequestKey> key) {
    return CompletableFuture.completedFuture(
        key.isEmpty() ? new Admission.Forward(Ticket.NONE) : admit(key.get()));
  }

  @Override
  public CompletionStage<Admission> admitStreamed(String method) {
    return CompletableFuture.completedFuture(new Admission.Forward(Ticket.NONE));
  }

  private synchronized Admission admit(RequestKey key) {
    forgetExpired();
    Done known = done.get(key.name());
    String fingerprint = known == null ? running.get(key.name()) : known.fingerprint();
    if (fingerprint == null) {
      if (!room.reserve()) {
        return room.refusal();
      }
      running.put(key.name(), key.fingerprint());
      return new Admission.Forward(Ticket.local(key));
    }
    if (!fingerprint.equals(key.fingerprint())) {
      return KeyAnswers.ANOTHER_REQUEST;
    }
    if (known == null) {
      return KeyAnswers.UNDER_WAY;
    }
    WholeAnswer answer = known.answer();
    return answer == null ? KeyAnswers.NOT_KEPT : new Admission.Send(answer, true);
  }

  @Override
  public CompletionStage<Admission> complete(Ticket ticket, WholeAnswer answer) {
    ticket.key().ifPresent(key -> done(key, answer));
    return CompletableFuture.completedFuture(new Admission.Send(answer, false));
  }

  @Override
  public void completeWithoutAnswer(Ticket ticket) {
    ticket.key().ifPresent(key -> done(key, null));
  }

  @Override
  public synchronized void abandon(Ticket ticket) {
    if (ticket.key().isPresent() && running.remove(ticket.key().get().name()) != null) {
      room.release();
    }
  }

  @Override
  public void close() {}

  private synchronized void done(RequestKey key, @Nullable WholeAnswer answer) {
    running.remove(key.name());
    long sizeBytes = answer == null ? 0 : sizeOf(answer);
    WholeAnswer kept = room.fits(sizeBytes) ? answer : null;
    long number = room.keep(kept == null ? 0 : sizeBytes);
    done.put(key.name(), new Done(key.fingerprint(), kept, number));
  }

  private void forgetExpired() {
    long expired = room.expired();
    if (expired > 0) {
      Iterator<Done> oldest = done.values().iterator();
      while (oldest.hasNext() && oldest.next().number() <= expired) {
        oldest.remove();
      }
      room.removed(expired);
    }
  }

  private static long sizeOf(WholeAnswer answer) {
    return answer.body().length
        + answer.fields().all().stream()
            .mapToLong(field -> FIELD_BYTES + field.name().length() + field.value().length())
            .sum();
  }
}
