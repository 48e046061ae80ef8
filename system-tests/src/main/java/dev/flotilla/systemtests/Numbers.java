package dev.flotilla.systemtests;

import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.Rejected;
import dev.flotilla.RestorableState;
import dev.flotilla.ServerBuilder;
import dev.flotilla.StateImage;
import dev.flotilla.bdb.BdbSettings;
import dev.flotilla.bdb.Journal;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.BitSet;

/**
 * Which commands were executed, and nothing of what they carry. Their numbers begin with 1; 0 is
 * {@link #REPEATED}. Any thread may read it.
 */
final class Numbers implements RestorableState<Numbers.Fill, Long> {
  /**
   * A command that takes room on disks.
   *
   * @param number unique in a run
   * @param padding nobody reads it
   */
  record Fill(int number, String padding) {}

  /** What a server does with commands. */
  enum Machine {
    /** Remembers their numbers, so that nothing but the log takes room. */
    NUMBERS,
    /** Keeps them in Berkeley DB. */
    JOURNAL,
    /** The same, and never says that there is no room: the control. */
    HEEDLESS
  }

  /** Stands for this: a command was executed twice. */
  static final int REPEATED = 0;

  /** Guarded by this. */
  private BitSet executed = new BitSet();

  static Group<Fill, Long> group(String name) {
    return Group.named(name, Fill.class, Long.class);
  }

  /** Runs a {@link ServerProgram} with one of the machines; only this one can be read. */
  public static void main(String[] arguments) throws IOException {
    ServerProgram program = ServerProgram.of(arguments);
    Numbers numbers = new Numbers();
    ServerBuilder builder =
        switch (Machine.valueOf(program.more().get(0))) {
          case NUMBERS -> group(program.group()).server(numbers);
          case JOURNAL -> FlotillaServer.builder(new Journal());
          case HEEDLESS ->
              FlotillaServer.builder(new Journal(BdbSettings.DEFAULT.withFreeDiskBytes(0)));
        };
    program.serve(builder.refuseDamage(), key -> numbers.text());
  }

  static BitSet ofText(String text) {
    return BitSet.valueOf(Base64.getDecoder().decode(text));
  }

  @Override
  public synchronized Long apply(Fill command, CommandContext context) throws Rejected {
    if (executed.get(command.number())) {
      executed.set(REPEATED);
      throw new Rejected("executed twice: " + command.number());
    }
    executed.set(command.number());
    return (long) command.number();
  }

  synchronized String text() {
    return Base64.getEncoder().encodeToString(executed.toByteArray());
  }

  @Override
  public StateImage image() {
    byte[] bytes = bytes();
    return target -> target.write(bytes);
  }

  private synchronized byte[] bytes() {
    return executed.toByteArray();
  }

  @Override
  public void restore(InputStream source) throws IOException {
    BitSet restored = BitSet.valueOf(source.readAllBytes());
    synchronized (this) {
      executed = restored;
    }
  }
}
