package dev.flotilla.node;

import dev.flotilla.raft.LogPosition;

/** The plant: every uid is new to it. */
final class ForgetfulWindow extends ExecutionWindow {
  private long admissions;

  ForgetfulWindow(UidHash hash) {
    super(MAX_COMMANDS, MAX_RESULT_BYTES, hash);
  }

  @Override
  int admit(LogPosition position, String uid, long fingerprint) {
    admissions++;
    return super.admit(position, uid + "#" + admissions, fingerprint);
  }
}
