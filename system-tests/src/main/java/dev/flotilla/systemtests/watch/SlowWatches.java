package dev.flotilla.systemtests.watch;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.dpws.DpwsGroupClient;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Opens watches whose listeners take a long time for each event, until the process is ended. */
@CommandLine.Command(
    name = "slow-watches",
    description = "Opens watches that take their events slowly.",
    mixinStandardHelpOptions = true)
public final class SlowWatches implements Callable<Integer> {
  @Option(names = "--group", required = true, description = "The group's name.")
  private String group = "";

  @Option(names = "--keys", description = "The key directory.")
  private @Nullable Path keys;

  @Option(names = "--count", defaultValue = "50", description = "How many.")
  private int count;

  @Option(names = "--from", defaultValue = "1", description = "The first index.")
  private long from;

  @Option(names = "--event-millis", defaultValue = "1000", description = "For each event.")
  private long eventMillis;

  private final CountDownLatch never = new CountDownLatch(1);

  /** Runs it. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new SlowWatches()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    ClientSettings settings = ClientSettings.of(group);
    GroupClient client = DpwsGroupClient.connect(keys == null ? settings : settings.withKeys(keys));
    CountDownLatch all = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      AtomicBoolean isFirst = new AtomicBoolean(true);
      var unused =
          client.watch(
              from,
              event -> {
                if (isFirst.getAndSet(false)) {
                  all.countDown();
                }
                take(event);
              });
    }
    all.await();
    System.out.println("watching " + count);
    never.await();
    return 0;
  }

  /** Slow, as a sink on a bad network is. */
  private void take(WatchEvent event) {
    try {
      if (never.await(eventMillis, TimeUnit.MILLISECONDS)) {
        System.out.println(event);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("a watch was interrupted", e);
    }
  }
}
