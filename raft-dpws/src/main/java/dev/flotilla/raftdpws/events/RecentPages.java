package dev.flotilla.raftdpws.events;

import dev.flotilla.node.AppliedLog;
import dev.flotilla.raft.model.Topics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the log that were read last, by their first index: what is applied does not change.
 * Bound: {@value #MAX_BYTES} bytes, or one page. One thread.
 */
final class RecentPages {
  static final long MAX_BYTES = 1 << 20;

  /** A page, and what its commands have concerned: that is found out once, if anybody asks. */
  static final class Page {
    private final AppliedLog.Page page;
    private final AppliedLog log;
    private @Nullable List<Optional<Set<String>>> topics;

    Page(AppliedLog.Page page, AppliedLog log) {
      this.page = page;
      this.log = log;
    }

    long fromIndex() {
      return page.fromIndex();
    }

    long throughIndex() {
      return page.throughIndex();
    }

    /** The commands that a watch wants. */
    List<AppliedLog.Executed> commands(Topics wanted) {
      if (wanted.isAll()) {
        return page.commands();
      }
      if (topics == null) {
        topics = page.commands().stream().map(log::topics).toList();
      }
      List<AppliedLog.Executed> chosen = new ArrayList<>();
      for (int i = 0; i < topics.size(); i++) {
        if (wanted.has(topics.get(i))) {
          chosen.add(page.commands().get(i));
        }
      }
      return chosen;
    }
  }

  private final Map<Long, Page> pages = new LinkedHashMap<>();
  private long bytes;

  /** The page that begins at an index, if it is known. */
  @Nullable Page find(long fromIndex) {
    return pages.get(fromIndex);
  }

  /** Keeps a page that has entries. */
  void add(Page page) {
    if (page.throughIndex() < page.fromIndex()) {
      return;
    }
    Page before = pages.remove(page.fromIndex());
    bytes -= before == null ? 0 : bytesOf(before.page.commands());
    pages.put(page.fromIndex(), page);
    bytes += bytesOf(page.page.commands());
    var oldest = pages.values().iterator();
    while (bytes > MAX_BYTES && pages.size() > 1) {
      bytes -= bytesOf(oldest.next().page.commands());
      oldest.remove();
    }
  }

  /** What commands take of the memory, about. */
  static long bytesOf(List<AppliedLog.Executed> commands) {
    return commands.stream()
        .mapToLong(
            it -> it.entry().sizeBytes() + it.result().map(one -> one.value().size()).orElse(0))
        .sum();
  }
}
