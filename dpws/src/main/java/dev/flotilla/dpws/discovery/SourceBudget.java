package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.TokenBucket;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bounds how much is done for others in a second, in all and for one source address. Since a source
 * address can be forged, only the bound of all of them is sure.
 */
final class SourceBudget {
  private static final int MAX_ADDRESSES = 1_024;

  private final int perSecondAndAddress;
  private final TokenBucket all;
  // By use: the address that has been silent longest makes room, and by then its bucket is full.
  private final Map<InetAddress, TokenBucket> byAddress = new LinkedHashMap<>(16, 0.75f, true);

  SourceBudget(int perSecond, int perSecondAndAddress, long nowNanos) {
    this.perSecondAndAddress = perSecondAndAddress;
    this.all = new TokenBucket(perSecond, perSecond, nowNanos);
  }

  /** Whether one more thing may be done for this address now; counts it if so. */
  boolean spend(InetAddress address, long nowNanos) {
    if (!all.hasToken(nowNanos)) {
      return false;
    }
    TokenBucket one = byAddress.get(address);
    if (one == null) {
      one = new TokenBucket(perSecondAndAddress, perSecondAndAddress, nowNanos);
      byAddress.put(address, one);
      if (byAddress.size() > MAX_ADDRESSES) {
        byAddress.remove(byAddress.keySet().iterator().next());
      }
    }
    return one.take(nowNanos) && all.take(nowNanos);
  }
}
