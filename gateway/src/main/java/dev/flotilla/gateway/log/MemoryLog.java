package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps nothing but the answers of keys, in the heap of this process: another gateway, and this one
 * after a restart, does not know them.
 */
public final class MemoryLog implements RequestLog {
  private static final int FIELD_BYTES = 64;

  /** Executed by now, or being executed. */
  private record Entry(
      String fingerprint, boolean isDone, @Nullable WholeAnswer answer, long sizeBytes) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final int maxAnswers;
  private final long maxBytes;
  private long heldBytes;
  private int done;

  /**
   * A log without entries.
   *
   * @param maxAnswers the most answers to keep
   * @param maxBytes the most bytes that they may take; the oldest are dropped
   */
  public MemoryLog(int maxAnswers, long maxBytes) {
    this.maxAnswers = maxAnswers;
    this.maxBytes = maxBytes;
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

  private synchronized Admission admit(RequestKey key) {
    Entry known = entries.get(key.name());
    if (known == null) {
      entries.put(key.name(), new Entry(key.fingerprint(), false, null, 0));
      return new Admission.Forward(new Ticket(key.name(), Optional.of(key)));
    }
    if (!known.fingerprint().equals(key.fingerprint())) {
      return KeyAnswers.ANOTHER_REQUEST;
    }
    if (!known.isDone()) {
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
    ticket.key().ifPresent(key -> entries.remove(key.name()));
  }

  @Override
  public void close() {}

  private synchronized void done(RequestKey key, @Nullable WholeAnswer answer) {
    entries.remove(key.name());
    long sizeBytes = answer == null ? 0 : sizeOf(answer);
    entries.put(key.name(), new Entry(key.fingerprint(), true, answer, sizeBytes));
    heldBytes += sizeBytes;
    done++;
    Iterator<Entry> oldest = entries.values().iterator();
    while ((done > maxAnswers || heldBytes > maxBytes) && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.isDone()) {
        oldest.remove();
        heldBytes -= entry.sizeBytes();
        done--;
      }
    }
  }

  private static long sizeOf(WholeAnswer answer) {
    return answer.body().length
        + answer.fields().all().stream()
            .mapToLong(field -> FIELD_BYTES + field.name().length() + field.value().length())
            .sum();
  }
}
