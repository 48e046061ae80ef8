package outside;

import dev.flotilla.CommandRefused;
import dev.flotilla.CommandRejected;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.Rejected;
import dev.flotilla.ReplicatedState;
import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.RefusalReason;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Meets refusals of real servers, and prints how a program tells them apart. Arguments: a scenario,
 * a directory, and what the scenario needs.
 */
public final class Main {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int MEGABYTE = 1 << 20;

  record Add(int number, String padding) {}

  record Sum(int now) {}

  private final Path home;
  private final Group<Add, Sum> group =
      Group.named("outside-" + UUID.randomUUID().toString().substring(0, 8), Add.class, Sum.class);

  private Main(Path home) {
    this.home = home;
  }

  public static void main(String[] arguments) throws Exception {
    Main main = new Main(Path.of(arguments[1]));
    switch (arguments[0]) {
      case "busy" -> main.busy();
      case "no-leader" -> main.noLeader();
      case "forbidden" -> main.forbidden(Path.of(arguments[2]), arguments[3]);
      case "disk-full" -> main.diskFull();
      case "modules" -> modules();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** What the module of this application requires, and which modules its libraries are. */
  private static void modules() {
    Module own = Main.class.getModule();
    if (own.isNamed()) {
      own.getDescriptor().requires().stream()
          .map(it -> own.getName() + " requires " + it.name())
          .filter(it -> !it.endsWith(" java.base"))
          .sorted()
          .forEach(System.out::println);
    }
    Module libraries = FlotillaServer.class.getModule();
    System.out.println("FlotillaServer in " + nameOf(libraries));
    System.out.println("RefusalReason in " + nameOf(RefusalReason.class.getModule()));
    System.out.println("process packages open " + libraries.isExported("dev.flotilla.process", own));
  }

  private static String nameOf(Module module) {
    return module.isNamed() ? module.getName() : "no module";
  }

  /** One call may be under way, and it waits in the state. */
  private void busy() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ReplicatedState<Add, Sum> slow =
        (add, context) -> {
          begun.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          if (add.number() < 0) {
            throw new Rejected("NEGATIVE", "a number is not negative");
          }
          return new Sum(add.number());
        };
    try (FlotillaServer server = start(slow, 1, "1");
        FlotillaClient<Add, Sum> client =
            group.client().servers(server.address()).timeout(LIMIT).maxCalls(1, 0).connect()) {
      server.awaitFounded(LIMIT);
      CompletableFuture<Outcome<Sum>> first = client.submit(new Add(-1, ""));
      begun.await();
      print(refusal(() -> client.execute(new Add(2, ""))));
      go.countDown();
      if (first.get(LIMIT.toSeconds(), TimeUnit.SECONDS) instanceof Outcome.Rejected<Sum> it) {
        System.out.println("code " + it.code().orElse("none"));
      }
      try {
        client.execute(new Add(-2, ""));
      } catch (CommandRejected e) {
        System.out.println("code " + e.code().orElse("none"));
      }
    }
  }

  /** Two of three servers stop. */
  private void noLeader() throws Exception {
    List<FlotillaServer> servers = new ArrayList<>();
    try {
      for (int i = 1; i <= 3; i++) {
        servers.add(start((add, context) -> new Sum(add.number()), 3, "" + i));
      }
      servers.get(0).awaitFounded(LIMIT);
      servers.remove(2).close();
      servers.remove(1).close();
      try (FlotillaClient<Add, Sum> client =
          group
              .client()
              .servers(servers.get(0).address())
              .timeout(Duration.ofSeconds(2))
              .connect()) {
        print(refusal(() -> client.execute(new Add(1, ""))));
      }
    } finally {
      servers.forEach(FlotillaServer::close);
    }
  }

  /** Who may only look sends no commands, and who sends commands removes no members. */
  private void forbidden(Path keys, String name) throws Exception {
    Group<Add, Sum> guarded = Group.named(name, Add.class, Sum.class);
    try (FlotillaServer server =
            guarded
                .server((add, context) -> new Sum(add.number()))
                .expect(1)
                .directory(home.resolve("1"))
                .keys(keys.resolve("member-1"))
                .start();
        FlotillaClient<Add, Sum> observer =
            guarded
                .client()
                .servers(server.address())
                .keys(keys.resolve("observer"))
                .timeout(LIMIT)
                .connect();
        FlotillaClient<Add, Sum> client =
            guarded
                .client()
                .servers(server.address())
                .keys(keys.resolve("client-1"))
                .timeout(LIMIT)
                .connect()) {
      server.awaitFounded(LIMIT);
      print(refusal(() -> observer.execute(new Add(1, ""))));
      AdminOutcome outcome =
          client.admin().remove(server.member()).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      if (outcome instanceof AdminOutcome.Refused refused) {
        print(refused.reason());
      } else {
        System.err.println(outcome);
      }
    }
  }

  /** Somebody fills the disk of the only server. */
  private void diskFull() throws Exception {
    try (FlotillaServer server = start((add, context) -> new Sum(add.number()), 1, "1");
        FlotillaClient<Add, Sum> client =
            group.client().servers(server.address()).timeout(Duration.ofSeconds(2)).connect()) {
      server.awaitFounded(LIMIT);
      fill(home.resolve("ballast"));
      String padding = "x".repeat(MEGABYTE / 4);
      print(refusal(() -> client.execute(new Add(1, padding))));
    }
  }

  private static void fill(Path ballast) throws Exception {
    byte[] zeros = new byte[MEGABYTE / 16];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (Files.getFileStore(ballast).getUsableSpace() > zeros.length) {
        out.write(zeros);
      }
    }
  }

  private FlotillaServer start(ReplicatedState<Add, Sum> state, int founders, String name)
      throws Exception {
    return group.server(state).expect(founders).directory(home.resolve(name)).start();
  }

  /**
   * Until it is refused: what was under way when the trouble began may be unknown, or done. That no
   * server was found in time says only that this machine stood still.
   */
  private static RefusalReason refusal(Supplier<Sum> call) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      try {
        call.get();
      } catch (CommandRefused e) {
        if (e.reason() != RefusalReason.NO_SERVER) {
          return e.reason();
        }
        System.err.println(e.getMessage());
      } catch (OutcomeUnknown e) {
        System.err.println(e.getMessage());
      }
    }
    throw new IllegalStateException("never refused");
  }

  private static void print(RefusalReason reason) {
    String advice =
        switch (reason) {
          case BUSY -> "busy: wait";
          case NO_LEADER -> "no leader: start servers";
          case FORBIDDEN -> "forbidden: get keys";
          case DISK_FULL -> "disk full: free space";
          default -> "another: " + reason;
        };
    System.out.println(advice);
  }
}
