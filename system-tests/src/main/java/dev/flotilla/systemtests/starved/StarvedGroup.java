package dev.flotilla.systemtests.starved;

import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.Listening;
import dev.flotilla.ReplicatedState;
import dev.flotilla.client.ServerEvent;
import java.nio.file.Path;

/**
 * A server of a group of three, or the client of the group with a {@link CommandLoop}. A server
 * prints a line "MILLIS TERM" for each leader that it comes to know. A watched server also prints
 * "MILLIS leads" within {@value #LOOK_MILLIS} ms after it has begun to lead.
 */
public final class StarvedGroup {
  private static final int FOUNDERS = 3;
  private static final long LOOK_MILLIS = 5;

  private StarvedGroup() {}

  /** A command. */
  public record Add(long by) {}

  /** Its result. */
  public record Total(long value) {}

  private static final class Sum implements ReplicatedState<Add, Total> {
    private long value;

    @Override
    public Total apply(Add add, CommandContext context) {
      value += add.by();
      return new Total(value);
    }
  }

  /**
   * Runs a server until it is killed, or a client for some time.
   *
   * @param arguments {@code server GROUP DIRECTORY}, {@code watched GROUP DIRECTORY} or {@code
   *     client GROUP SECONDS}
   */
  public static void main(String[] arguments) throws Exception {
    Group<Add, Total> group = Group.named(arguments[1], Add.class, Total.class);
    if (!arguments[0].equals("client")) {
      serve(group, Path.of(arguments[2]), arguments[0].equals("watched"));
      return;
    }
    try (FlotillaClient<Add, Total> client = group.client().connect()) {
      new CommandLoop(System.out, () -> client.execute(new Add(1)))
          .run(Long.parseLong(arguments[2]));
    }
    System.exit(0);
  }

  private static void serve(Group<Add, Total> group, Path directory, boolean isWatched)
      throws Exception {
    FlotillaServer server = group.server(new Sum()).expect(FOUNDERS).directory(directory).start();
    Listening listening = server.listen(StarvedGroup::print, missed -> {});
    while (isWatched && !server.stopped().toCompletableFuture().isDone()) {
      watch(server);
    }
    server.stopped().toCompletableFuture().join();
    listening.close();
  }

  /** Until it has begun to lead, and ceased to. */
  private static void watch(FlotillaServer server) throws InterruptedException {
    while (!server.role().equals("leader")) {
      Thread.sleep(LOOK_MILLIS);
    }
    System.out.println(System.currentTimeMillis() + " leads");
    System.out.flush();
    while (server.role().equals("leader")) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static void print(ServerEvent event) {
    if (event instanceof ServerEvent.LeaderChanged changed && changed.leader().isPresent()) {
      System.out.println(System.currentTimeMillis() + " " + changed.term());
      System.out.flush();
    }
  }
}
