package dev.flotilla.raftdpws.events;

import dev.flotilla.node.AppliedLog;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the log that were read last, by their first index: what is applied does not change.
 * Bound: {@value #MAX_BYTES} bytes, or one page. One thread.
 */
final class RecentPages {
  static final long MAX_BYTES = 1 << 20;

  private final Map<Long, AppliedLog.Page> pages = new LinkedHashMap<>();
  private long bytes;

  /** The page that begins at an index, if it is known. */
  AppliedLog.@Nullable Page find(long fromIndex) {
    return pages.get(fromIndex);
  }

  /** Keeps a page that has entries. */
  void add(AppliedLog.Page page) {
    if (page.throughIndex() < page.fromIndex()) {
      return;
    }
    AppliedLog.Page before = pages.remove(page.fromIndex());
    bytes -= before == null ? 0 : bytesOf(before);
    pages.put(page.fromIndex(), page);
    bytes += bytesOf(page);
    var oldest = pages.values().iterator();
    while (bytes > MAX_BYTES && pages.size() > 1) {
      bytes -= bytesOf(oldest.next());
      oldest.remove();
    }
  }

  /** What it takes of the memory, about. */
  static long bytesOf(AppliedLog.Page page) {
    return page.commands().stream()
        .mapToLong(
            it -> it.entry().sizeBytes() + it.result().map(one -> one.value().size()).orElse(0))
        .sum();
  }
}
