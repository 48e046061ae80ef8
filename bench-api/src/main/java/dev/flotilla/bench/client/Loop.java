package dev.flotilla.bench.client;

/** One client's sequence of commands. */
interface Loop {
  /** Sends the first command; what follows happens where answers arrive. */
  void run();

  /** Waits until the last command is answered; false if it takes too long. */
  boolean awaitEnd(long nanos) throws InterruptedException;
}
