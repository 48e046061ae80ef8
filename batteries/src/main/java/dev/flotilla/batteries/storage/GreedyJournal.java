package dev.flotilla.batteries.storage;

import dev.flotilla.batteries.ForwardingMachine;
import dev.flotilla.bdb.Journal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The journal with the mistake that the battery looks for: a whole snapshot in the heap. */
final class GreedyJournal extends ForwardingMachine {
  GreedyJournal() {
    super(new Journal());
  }

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    super.restoreFrom(new ByteArrayInputStream(source.readAllBytes()), lastIndex);
  }
}
