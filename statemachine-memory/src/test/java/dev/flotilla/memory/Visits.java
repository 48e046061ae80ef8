package dev.flotilla.memory;

import dev.flotilla.CommandContext;
import dev.flotilla.EndedSession;
import dev.flotilla.Group;
import dev.flotilla.Query;
import dev.flotilla.RestorableState;
import dev.flotilla.StateImage;
import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ValueCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Counts the visits of each session that lives, and the sessions that have ended. */
final class Visits implements RestorableState<Visits.Order, Visits.Counts> {
  static final Group<Order, Counts> GROUP = Group.named("visits", Order.class, Counts.class);

  private static final ValueCodec<Counts> IMAGE = RecordCodec.forValues(Counts.class);

  /** What can be asked. */
  sealed interface Order {
    /** Somebody comes. */
    record Visit() implements Order {}

    /** How many came. */
    record Look() implements Order, Query {}
  }

  /** The state. */
  record Counts(Map<String, Long> visits, long ended, long timeMillis) {}

  private final Map<String, Long> visits = new TreeMap<>();
  private long ended;
  private long timeMillis;

  @Override
  public Counts apply(Order command, CommandContext context) {
    timeMillis = context.timeMillis();
    visits.merge(context.session().toString(), 1L, Long::sum);
    return now();
  }

  @Override
  public void sessionEnded(EndedSession end) {
    visits.remove(OptionalLong.of(end.session()).toString());
    ended++;
  }

  @Override
  public Counts answer(Order query) {
    return now();
  }

  private Counts now() {
    return new Counts(new TreeMap<>(visits), ended, timeMillis);
  }

  @Override
  public StateImage image() {
    Counts held = now();
    return file -> IMAGE.writeTo(file, held);
  }

  @Override
  public void restore(InputStream source) throws IOException, CodecException {
    Counts held = IMAGE.readFrom(source);
    visits.clear();
    visits.putAll(held.visits());
    ended = held.ended();
    timeMillis = held.timeMillis();
  }
}
