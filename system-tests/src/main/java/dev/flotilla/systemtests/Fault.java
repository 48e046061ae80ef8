package dev.flotilla.systemtests;

/** What is done to servers while clients go on. */
public enum Fault {
  /** SIGKILL of the leader; it is started again when another leads and has executed something. */
  KILL_LEADER("kill leader"),
  /** SIGSTOP of the leader until another leads and has executed something. */
  PAUSE_LEADER("pause leader"),
  /** SIGKILL of a follower; it is started again when the others have gone on without it. */
  KILL_FOLLOWER("kill follower"),
  /** SIGSTOP of every follower for longer than an election takes: nothing can be committed. */
  PAUSE_FOLLOWERS("pause followers"),
  /** SIGKILL of all, one right after another; all are started again. */
  KILL_ALL("kill all");

  private final String text;

  Fault(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
