package dev.flotilla.systemtests.storage;

import dev.flotilla.bdb.Journal;
import dev.flotilla.systemtests.ForwardingMachine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The journal with the mistake that the system test looks for: a whole snapshot in the heap. */
final class GreedyJournal extends ForwardingMachine {
  GreedyJournal() {
    super(new Journal());
  }

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    super.restoreFrom(new ByteArrayInputStream(source.readAllBytes()), lastIndex);
  }
}
