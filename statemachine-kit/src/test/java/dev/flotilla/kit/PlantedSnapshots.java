package dev.flotilla.kit;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Machines whose snapshots have a fault each. */
final class PlantedSnapshots {
  private PlantedSnapshots() {}

  private static final List<Planted> ALL =
      List.of(
          new Planted(
              "reads once and believes it was all",
              ConformanceCase.RESTORE_INTO_EMPTY,
              "these 7 bytes are damaged",
              ReadsOnce::new),
          new Planted(
              "closes the source",
              ConformanceCase.RESTORE_INTO_EMPTY,
              "restoreFrom closed its source",
              Closing::new),
          new Planted(
              "restores on top",
              ConformanceCase.RESTORE_REPLACES_ALL,
              "a machine with another state, and",
              OnTop::new),
          new Planted(
              "cannot be empty",
              ConformanceCase.SNAPSHOT_OF_NOTHING,
              "there is nothing",
              NeverEmpty::new),
          new Planted(
              "writes what is there by then",
              ConformanceCase.SNAPSHOT_HOLDS_STILL,
              "while commands went on",
              Live::new),
          new Planted(
              "locks while it writes",
              ConformanceCase.SNAPSHOT_HOLDS_STILL,
              "apply did not return for 1 s",
              Locking::new),
          new Planted(
              "writes in the order of arrival",
              ConformanceCase.SNAPSHOTS_ARE_CANONICAL,
              "differs from byte",
              Planted.Unsorted::new),
          new Planted(
              "swallows the end",
              ConformanceCase.SNAPSHOT_CAN_BE_ABANDONED,
              "and writeTo returned",
              Swallowing::new),
          new Planted(
              "waits for the one before",
              ConformanceCase.SNAPSHOT_CAN_BE_ABANDONED,
              "one is held, and was never written",
              Waiting::new),
          new Planted(
              "a restore shows in what is held",
              ConformanceCase.RESTORE_LEAVES_HELD_SNAPSHOT_WHOLE,
              "was held while another state was restored",
              Shining::new),
          new Planted(
              "takes an early end for the end",
              ConformanceCase.CUT_SNAPSHOT_IS_REFUSED,
              "cut to 0, and restoreFrom returned",
              Lenient::new),
          new Planted(
              "checks no checksum",
              ConformanceCase.CHANGED_SNAPSHOT_IS_BORNE,
              "in spite of the checksum",
              Unchecked::new),
          new Planted(
              "throws anything",
              ConformanceCase.CHANGED_SNAPSHOT_IS_BORNE,
              "restoreFrom threw java.lang.IllegalStateException",
              ThrowsAnything::new),
          new Planted(
              "restores in memory only",
              ConformanceCase.RESTORED_STATE_STAYS,
              "initialize returned 0",
              RestoresInMemory::new),
          new Planted(
              "writes a snapshot of what is not on disk",
              ConformanceCase.CRASH_IN_SNAPSHOT,
              "is dropped now",
              Lazy::new),
          new Planted(
              "notes the index before it has the state",
              ConformanceCase.CRASH_IN_RESTORE,
              "after a crash at piece 0 of",
              IndexFirst::new),
          new Planted(
              "forgets when it has written",
              ConformanceCase.RECALL_REACHES_BACK_TO_KEPT_SNAPSHOT,
              "are wanted",
              ForgetsEarly::new));

  static List<Planted> all() {
    return ALL;
  }

  private static final class ReadsOnce extends Tally {
    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      byte[] form = new byte[1 << 16];
      int read = source.read(form);
      super.restoreFrom(new java.io.ByteArrayInputStream(form, 0, read), index);
    }
  }

  private static final class Closing extends Tally {
    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      try (source) {
        super.restoreFrom(source, index);
      }
    }
  }

  private static final class OnTop extends Tally {
    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      Map<String, Long> before = new TreeMap<>(totals);
      super.restoreFrom(source, index);
      before.forEach(totals::putIfAbsent);
      save();
    }
  }

  private static final class NeverEmpty extends Tally {
    @Override
    public StateSnapshot snapshot() {
      if (totals.isEmpty()) {
        throw new IllegalStateException("there is nothing");
      }
      return super.snapshot();
    }
  }

  private static final class Live extends Tally {
    @Override
    public StateSnapshot snapshot() {
      return Planted.of(super.snapshot(), target -> super.snapshot().writeTo(target));
    }
  }

  private static final class Locking extends Tally {
    @Override
    public StateSnapshot snapshot() {
      StateSnapshot sound = super.snapshot();
      return Planted.of(
          sound,
          target -> {
            synchronized (this) {
              sound.writeTo(target);
            }
          });
    }

    @Override
    public synchronized List<Result> apply(List<CommittedCommand> batch) {
      return super.apply(batch);
    }
  }

  private static final class Swallowing extends Tally {
    @Override
    public StateSnapshot snapshot() {
      StateSnapshot sound = super.snapshot();
      return Planted.of(
          sound,
          target -> {
            try {
              sound.writeTo(target);
            } catch (IOException e) {
              // The fault.
            }
          });
    }
  }

  private static final class Waiting extends Tally {
    private boolean isHeld;

    @Override
    public StateSnapshot snapshot() {
      if (isHeld) {
        throw new IllegalStateException("one is held, and was never written");
      }
      isHeld = true;
      StateSnapshot sound = super.snapshot();
      return Planted.of(
          sound,
          target -> {
            sound.writeTo(target);
            isHeld = false;
          });
    }
  }

  private static final class Shining extends Tally {
    private int restorations;

    @Override
    public StateSnapshot snapshot() {
      int before = restorations;
      StateSnapshot sound = super.snapshot();
      return Planted.of(
          sound, target -> (before == restorations ? sound : super.snapshot()).writeTo(target));
    }

    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      restorations++;
      super.restoreFrom(source, index);
    }
  }

  private static final class Lenient extends Tally {
    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      byte[] form = source.readAllBytes();
      if (form.length < 4) {
        form = form(Map.of());
      }
      super.restoreFrom(new java.io.ByteArrayInputStream(form), index);
    }
  }

  private static final class Unchecked extends Tally {
    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      DataInputStream in = new DataInputStream(source);
      Map<String, Long> read = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        read.put(in.readUTF(), in.readLong());
      }
      in.readInt();
      super.restoreFrom(new java.io.ByteArrayInputStream(form(read)), index);
    }
  }

  private static final class ThrowsAnything extends Tally {
    @Override
    public void restoreFrom(InputStream source, long index) {
      try {
        super.restoreFrom(source, index);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class RestoresInMemory extends Tally {
    private boolean isRestoring;

    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      isRestoring = true;
      super.restoreFrom(source, index);
      isRestoring = false;
    }

    @Override
    void save() {
      if (!isRestoring) {
        super.save();
      }
    }
  }

  /** Saves every fourth batch, and at the end. */
  private static final class Lazy extends Tally {
    private int saves;

    @Override
    void save() {
      saves++;
      if (saves % 4 == 0) {
        super.save();
      }
    }

    @Override
    public void terminate() {
      if (isOpen()) {
        super.save();
      }
      super.terminate();
    }
  }

  private static final class IndexFirst extends Tally {
    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      Files.writeString(directory.resolve("index"), Long.toString(index));
      super.restoreFrom(source, index);
      Files.delete(directory.resolve("index"));
    }

    @Override
    public long initialize(Path home) throws IOException {
      long saved = super.initialize(home);
      Path noted = home.resolve("index");
      return Files.exists(noted) ? Long.parseLong(Files.readString(noted)) : saved;
    }
  }

  private static final class ForgetsEarly extends Tally {
    @Override
    public StateSnapshot snapshot() {
      StateSnapshot sound = super.snapshot();
      return Planted.of(
          sound,
          target -> {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            sound.writeTo(all);
            target.write(all.toByteArray());
            sound.kept();
          });
    }
  }
}
