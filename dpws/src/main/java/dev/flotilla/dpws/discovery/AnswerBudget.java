package dev.flotilla.dpws.discovery;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bounds how many answers a device sends, in all and to one address, since a source address can be
 * forged and an answer is about twice as large as the Probe that caused it.
 */
final class AnswerBudget {
  static final int ANSWERS_PER_SECOND = 400;
  static final int ANSWERS_PER_SECOND_AND_ADDRESS = 100;
  private static final int MAX_ADDRESSES = 1_024;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Fills up at a steady rate to what one second brings. */
  private static final class Bucket {
    private final double perSecond;
    private double answers;
    private long filledNanos;

    Bucket(double perSecond, long nowNanos) {
      this.perSecond = perSecond;
      this.answers = perSecond;
      this.filledNanos = nowNanos;
    }

    boolean hasAnswer(long nowNanos) {
      double earned = (nowNanos - filledNanos) / NANOS_PER_SECOND * perSecond;
      answers = Math.min(perSecond, answers + earned);
      filledNanos = nowNanos;
      return answers >= 1;
    }

    void take() {
      answers--;
    }
  }

  private final Bucket all;
  // By use: the address that has been silent longest makes room, and by then its bucket is full.
  private final Map<InetAddress, Bucket> byAddress = new LinkedHashMap<>(16, 0.75f, true);

  AnswerBudget(long nowNanos) {
    all = new Bucket(ANSWERS_PER_SECOND, nowNanos);
  }

  /** Whether one more answer may go to this address now; counts it if so. */
  boolean spend(InetAddress address, long nowNanos) {
    if (!all.hasAnswer(nowNanos)) {
      return false;
    }
    Bucket one = byAddress.get(address);
    if (one == null) {
      one = new Bucket(ANSWERS_PER_SECOND_AND_ADDRESS, nowNanos);
      byAddress.put(address, one);
      if (byAddress.size() > MAX_ADDRESSES) {
        byAddress.remove(byAddress.keySet().iterator().next());
      }
    }
    if (!one.hasAnswer(nowNanos)) {
      return false;
    }
    all.take();
    one.take();
    return true;
  }
}
