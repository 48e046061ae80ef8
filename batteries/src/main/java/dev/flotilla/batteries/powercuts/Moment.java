package dev.flotilla.batteries.powercuts;

/** When the power fails. */
enum Moment {
  /** After up to a second and a half of writing, at a random instant. */
  UNDER_LOAD("under load"),
  /** Within some milliseconds of the beginning of a snapshot. */
  IN_A_SNAPSHOT("while a snapshot is taken"),
  /** While who is hit starts after SIGKILL, somewhere from the JVM's start to serving again. */
  IN_A_START("while starting"),
  /**
   * After who is hit stayed away so long that it is sent a snapshot: within a second of the first
   * that arrives of it.
   */
  IN_AN_INSTALLATION("in the installation of a snapshot");

  private final String text;

  Moment(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
