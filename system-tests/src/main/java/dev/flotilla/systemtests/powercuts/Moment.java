package dev.flotilla.systemtests.powercuts;

/** When the power fails. */
enum Moment {
  /** After up to a second and a half of writing, at a random instant. */
  UNDER_LOAD("under load"),
  /** Within some milliseconds of the beginning of a snapshot. */
  IN_A_SNAPSHOT("while a snapshot is taken"),
  /** While who is hit starts after SIGKILL, somewhere from the JVM's start to serving again. */
  IN_A_START("while starting"),
  /**
   * Within a second of the first that arrives of a snapshot at who is hit, which had stayed away so
   * long that it is sent one.
   */
  IN_AN_ARRIVAL("while a snapshot arrives"),
  /** Within half a second, mostly soon, after all of such a snapshot has arrived. */
  IN_AN_INSTALLATION("while a snapshot is installed");

  private final String text;

  Moment(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
