package dev.flotilla.node;

import dev.flotilla.storage.DamagedLog;
import java.io.IOException;

/**
 * The state machine holds effects of entries that the log does not: the log has lost something that
 * was forced, and the directory must not vote again (safety rules 2 and 7).
 */
public final class MachineAheadOfLog extends IOException {
  private static final long serialVersionUID = 1L;

  MachineAheadOfLog(String machineDirectory, long appliedIndex, long lastIndex) {
    super(
        "the state machine in "
            + machineDirectory
            + " has applied entry "
            + appliedIndex
            + ", but the log ends at entry "
            + lastIndex
            + ": the log is damaged, or the two do not belong together; do not take the machine's"
            + " files away either. "
            + DamagedLog.KEEP_ASIDE);
  }
}
