package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A process that fills a key-value store batch by batch, takes snapshots as a node does, prints how
 * far it is, and waits to be killed.
 */
final class KeyValueProcess {
  static final int BATCH = 7;
  static final int KEYS = 2_000;
  private static final int BATCHES_A_SNAPSHOT = 150;
  private static final String SNAPSHOT = "snapshot-";

  private KeyValueProcess() {}

  /** Arguments: the directory, and the seed of the commands. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    KeyValueModel model = new KeyValueModel(Long.parseLong(arguments[1]), KEYS);
    KeyValueStore store = new KeyValueStore(BdbSettings.DEFAULT.withCheckpointEvery(500, 1 << 20));
    long last = store.initialize(Files.createDirectories(directory.resolve("machine")));
    Thread writer = new Thread(() -> {});
    for (int batches = 1; ; batches++) {
      store.apply(model.commands(last + 1, last + BATCH));
      last += BATCH;
      System.out.println(last);
      if (batches % BATCHES_A_SNAPSHOT == 0) {
        writer.join();
        StateSnapshot held = store.snapshot();
        long index = last;
        writer = new Thread(() -> keep(held, directory, index));
        writer.start();
      }
    }
  }

  /** The snapshots that were kept, by their indexes. */
  static NavigableMap<Long, Path> snapshots(Path directory) throws IOException {
    NavigableMap<Long, Path> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> kept =
          files.filter(each -> each.getFileName().toString().startsWith(SNAPSHOT)).toList();
      kept.forEach(
          each ->
              found.put(
                  Long.parseLong(each.getFileName().toString().substring(SNAPSHOT.length())),
                  each));
    }
    return found;
  }

  private static void keep(StateSnapshot held, Path directory, long index) {
    Path taking = directory.resolve("taking");
    try (held) {
      try (OutputStream target = new BufferedOutputStream(Files.newOutputStream(taking))) {
        held.writeTo(target);
      }
      Files.move(taking, directory.resolve(SNAPSHOT + index));
      held.kept();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
