package dev.flotilla.raft;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Loses, repeats and keeps back messages between servers, some of which cannot reach others. */
final class Network {
  /** Of so many at the front any may be next. */
  private static final int OVERTAKING_MESSAGES = 8;

  private static final int MAX_STRAYS = 60;

  /** Of so many messages one is kept back. */
  private static final int STRAY_ODDS = 30;

  /** The same of those by which an office moves: how late they are matters most. */
  private static final int TOLD_STRAY_ODDS = 2;

  record Envelope(Member from, Member to, Message message) {}

  private final Random random;
  private final List<Envelope> underWay = new ArrayList<>();

  /** Copies that are still under way when much of what was sent later has arrived. */
  private final List<Envelope> strays = new ArrayList<>();

  private final boolean[][] cut;

  Network(int servers, Random random) {
    this.random = random;
    this.cut = new boolean[servers + 1][servers + 1];
  }

  void post(Envelope envelope) {
    underWay.add(envelope);
    boolean isTold = envelope.message() instanceof TimeoutNow;
    if (random.nextInt(isTold ? TOLD_STRAY_ODDS : STRAY_ODDS) == 0) {
      strays.add(envelope);
    }
    if (strays.size() > MAX_STRAYS) {
      strays.remove(random.nextInt(strays.size()));
    }
  }

  /** What arrives next, if anything does. */
  Optional<Envelope> next() {
    if (underWay.isEmpty()) {
      return Optional.empty();
    }
    int place = random.nextInt(Math.min(underWay.size(), OVERTAKING_MESSAGES));
    int fate = random.nextInt(20);
    Envelope envelope = fate == 0 ? underWay.get(place) : underWay.remove(place);
    return Optional.of(envelope).filter(it -> fate != 1 && !isCut(it));
  }

  /** What arrives long after it was sent, if anything does. */
  Optional<Envelope> stray() {
    if (strays.isEmpty()) {
      return Optional.empty();
    }
    Envelope envelope = strays.remove(random.nextInt(strays.size()));
    return Optional.of(envelope).filter(it -> !isCut(it));
  }

  /** All but the strays, in order. */
  List<Envelope> all() {
    List<Envelope> arriving = List.copyOf(underWay);
    underWay.clear();
    return arriving;
  }

  void isolate(Member victim) {
    int number = Members.number(victim);
    for (int i = 1; i < cut.length; i++) {
      cut[number][i] = true;
      cut[i][number] = true;
    }
  }

  void cutOneWay(Member from, Member to) {
    cut[Members.number(from)][Members.number(to)] = true;
  }

  void heal() {
    for (boolean[] row : cut) {
      Arrays.fill(row, false);
    }
  }

  private boolean isCut(Envelope envelope) {
    return cut[Members.number(envelope.from())][Members.number(envelope.to())];
  }
}
