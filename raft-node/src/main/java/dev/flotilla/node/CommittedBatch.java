package dev.flotilla.node;

import dev.flotilla.raft.Entry;
import java.util.List;

/**
 * Entries to apply, and who waits for them here. With it the pending commands change hands, from
 * the group thread to the apply thread.
 *
 * @param waiting a subset of the entries' commands, in order
 */
record CommittedBatch(List<Entry> entries, List<PendingCommand> waiting) {}
