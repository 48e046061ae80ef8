package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.ServerStartException.Kind;
import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FlotillaServerTest {
  record Count(int by) {}

  record Total(int now) {}

  private static final class Counter implements ReplicatedState<Count, Total> {
    private int total;

    @Override
    public Total apply(Count count, CommandContext context) {
      if (count.by() < 0) {
        throw new IllegalStateException("broken on purpose");
      }
      total += count.by();
      return new Total(total);
    }
  }

  private static final class Kept implements RestorableState<Count, Total> {
    private int total;

    @Override
    public Total apply(Count count, CommandContext context) {
      total += count.by();
      return new Total(total);
    }

    @Override
    public StateImage image() {
      int held = total;
      return target -> new DataOutputStream(target).writeInt(held);
    }

    @Override
    public void restore(InputStream source) throws IOException {
      total = new DataInputStream(source).readInt();
    }
  }

  /** Text as it is, in few bytes, or none. */
  private static final class ShortText implements ValueCodec<String> {
    private static final int MAX_CHARS = 5;

    @Override
    public Bytes encode(String value) {
      if (value.length() > MAX_CHARS) {
        throw new IllegalArgumentException("too long: " + value);
      }
      return Bytes.utf8(value);
    }

    @Override
    public String decode(Bytes bytes) {
      return bytes.toUtf8();
    }
  }

  @TempDir private Path directory;

  private final Group<Count, Total> group =
      Group.named(
          "embedded-" + UUID.randomUUID().toString().substring(0, 8), Count.class, Total.class);

  @Test
  void aStateIsBuiltAgainFromTheLogAfterARestartThatNeedsOnlyTheDirectory() throws Exception {
    try (FlotillaServer server = one().start();
        FlotillaClient<Count, Total> client = patientClient()) {
      assertThat(server.awaitFounded(Await.limit())).isNotEmpty();
      client.execute(new Count(2));
      assertThat(client.execute(new Count(3))).isEqualTo(new Total(5));
    }
    try (FlotillaServer server = group.server(new Counter()).directory(directory).start();
        FlotillaClient<Count, Total> client = patientClient()) {
      assertThat(server.groupName()).isEqualTo(group.name());
      assertThat(client.execute(new Count(1))).isEqualTo(new Total(6));
    }
  }

  @Test
  @Tag("full")
  void aBrokenStateStopsTheServerAndSaysWhy() throws Exception {
    try (FlotillaServer server = one().start();
        FlotillaClient<Count, Total> client = patientClient()) {
      client.execute(new Count(2));
      client.submit(new Count(-1));
      assertThatThrownBy(() -> awaitStop(server)).hasStackTraceContaining("broken on purpose");
    }
  }

  @Test
  void aBrokenStateServesAgainWithAMendedProgram() throws Exception {
    String uid = "urn:uuid:" + UUID.randomUUID();
    try (FlotillaServer server = one().start();
        FlotillaClient<Count, Total> client = patientClient()) {
      client.execute(new Count(2));
      client.submitAgain(new Count(-1), uid);
      assertThatThrownBy(() -> awaitStop(server))
          .hasStackTraceContaining("the state machine failed to apply");
    }
    // At each start again, as long as the program is the same.
    try (FlotillaServer server = group.server(new Counter()).directory(directory).start()) {
      assertThatThrownBy(() -> awaitStop(server)).hasStackTraceContaining("broken on purpose");
    }
    ReplicatedState<Count, Total> mended =
        new ReplicatedState<>() {
          private final Counter counter = new Counter();

          @Override
          public Total apply(Count count, CommandContext context) throws Rejected {
            if (count.by() < 0) {
              throw new Rejected("NEGATIVE", "a count is not negative");
            }
            return counter.apply(count, context);
          }
        };
    try (FlotillaServer server = group.server(mended).directory(directory).start();
        FlotillaClient<Count, Total> client = patientClient()) {
      assertThat(client.execute(new Count(3))).isEqualTo(new Total(5));
      assertThatThrownBy(() -> client.executeAgain(new Count(-1), uid))
          .hasMessage("a count is not negative")
          .isInstanceOfSatisfying(
              CommandRejected.class, it -> assertThat(it.code()).contains("NEGATIVE"));
      assertThat(server.role()).isEqualTo("leader");
    }
  }

  @Test
  void leavingEndsWithARefusalIfTheGroupIsNotFoundInTime() throws Exception {
    try (FlotillaServer server = group.server(new Counter()).join().directory(directory).start()) {
      assertThat(server.leave(Duration.ofMillis(50)).get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              AdminOutcome.Refused.class,
              it -> assertThat(it.detail()).contains("has not found its group within 50 ms"));
    }
  }

  @Test
  void leavingEndsWithARefusalIfTheServerIsClosedMeanwhile() throws Exception {
    CompletableFuture<AdminOutcome> left;
    try (FlotillaServer server = group.server(new Counter()).join().directory(directory).start()) {
      left = server.leave(Duration.ofDays(1));
    }
    assertThat(left.get(Await.limitSeconds(), TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            AdminOutcome.Refused.class,
            it -> assertThat(it.reason()).isEqualTo(RefusalReason.CLOSED));
  }

  @Test
  void waitingForTheFoundingEndsInTimeAndTheServerGoesOn() throws Exception {
    try (FlotillaServer server =
        group.server(new Counter()).expect(3).directory(directory).start()) {
      assertThatThrownBy(() -> server.awaitFounded(Duration.ofMillis(50)))
          .hasMessageContaining(group.name() + " is not founded after 50 ms")
          .isInstanceOfSatisfying(
              ServerStartException.class,
              it -> assertThat(it.kind()).isEqualTo(ServerStartException.Kind.NOT_FOUNDED_IN_TIME));
      assertThat(server.stopped()).isNotDone();
    }
  }

  @Test
  void afterTheEndOfAServerNothingIsAwaitedForEver() throws Exception {
    FlotillaServer server = group.server(new Counter()).expect(3).directory(directory).start();
    CompletableFuture<String> founded = server.founded();
    CompletableFuture<Long> removed = server.removed();
    server.close();
    assertThatThrownBy(() -> founded.get(Await.limitSeconds(), TimeUnit.SECONDS))
        .cause()
        .hasMessageContaining("closed before")
        .isInstanceOfSatisfying(
            ServerStartException.class, it -> assertThat(it.kind()).isEqualTo(Kind.STOPPED));
    assertThatThrownBy(() -> removed.get(Await.limitSeconds(), TimeUnit.SECONDS))
        .hasCauseInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> server.removed().get(Await.limitSeconds(), TimeUnit.SECONDS))
        .hasCauseInstanceOf(CancellationException.class);
  }

  @Test
  void waitingForTheFoundingTakesAnyPositiveDuration() throws Exception {
    try (FlotillaServer server = one().start()) {
      assertThat(server.awaitFounded(Duration.ofSeconds(Long.MAX_VALUE))).isNotEmpty();
      assertThatThrownBy(() -> server.awaitFounded(Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 ms or more");
    }
  }

  record Ratio(double now) {}

  @Test
  void aCommandWhoseResultCannotBeCarriedWasExecutedAndItsSenderLearnsThat() throws Exception {
    Group<Count, Ratio> shares = Group.named(group.name() + "-s", Count.class, Ratio.class);
    try (FlotillaServer server =
            shares
                .server((count, context) -> new Ratio(1.0 / count.by()))
                .expect(1)
                .directory(directory)
                .start();
        FlotillaClient<Count, Ratio> client = shares.client().timeout(Await.limit()).connect()) {
      assertThatThrownBy(() -> client.execute(new Count(0)))
          .isInstanceOf(ResultUnavailable.class)
          .hasMessageContaining("could not be written, and the servers' logs say why");
      assertThat(client.execute(new Count(2))).isEqualTo(new Ratio(0.5));
      assertThat(server.role()).isEqualTo("leader");
    }
  }

  @Test
  @Tag("full")
  void aResultThatCannotBeCarriedIsNotTakenForAnEmptyOne() throws Exception {
    Group<Count, String> texts =
        Group.named(group.name() + "-t", RecordCodec.forCommands(Count.class), new ShortText());
    try (FlotillaServer server =
            texts
                .server((count, context) -> "x".repeat(count.by()))
                .expect(1)
                .directory(directory)
                .start();
        FlotillaClient<Count, String> client = texts.client().timeout(Await.limit()).connect()) {
      assertThat(client.execute(new Count(5))).isEqualTo("xxxxx");
      assertThat(client.execute(new Count(0))).isEmpty();
      assertThatThrownBy(() -> client.execute(new Count(6))).isInstanceOf(ResultUnavailable.class);
      String uid = "urn:uuid:" + UUID.randomUUID();
      for (int attempt = 1; attempt <= 2; attempt++) {
        assertThatThrownBy(() -> client.executeAgain(new Count(6), uid))
            .isInstanceOf(ResultUnavailable.class);
      }
      assertThat(server.role()).isEqualTo("leader");
    }
  }

  @Test
  void whatDependsOnTheFoundingRunsElsewhereThanTheServer() throws Exception {
    try (FlotillaServer server = one().start()) {
      assertThat(
              server
                  .founded()
                  .thenApply(id -> Thread.currentThread().getName())
                  .toCompletableFuture()
                  .get(Await.limitSeconds(), TimeUnit.SECONDS))
          .doesNotStartWith("flotilla");
    }
  }

  @Test
  @Tag("full")
  void noThreadOfAServerKeepsTheProcessAliveAfterARestartEither() throws Exception {
    try (FlotillaServer server = one().start()) {
      server.awaitFounded(Await.limit());
    }
    CompletableFuture<FlotillaServer> itself = new CompletableFuture<>();
    ReplicatedState<Count, Total> closing =
        (count, context) -> {
          itself.join().close();
          return new Total(0);
        };
    // The node starts on this thread now, and not on one of the server's.
    try (FlotillaServer server = group.server(closing).directory(directory).start();
        FlotillaClient<Count, Total> client = patientClient()) {
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> thread.getName().startsWith("flotilla-"))
          .hasSizeGreaterThan(3)
          .allMatch(Thread::isDaemon);
      CompletionStage<Thread> ended = server.stopped().thenApply(done -> Thread.currentThread());
      itself.complete(server);
      client.submit(new Count(1));
      assertThat(ended.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS).isDaemon())
          .isTrue();
    }
  }

  @Test
  void aBuilderStartsOnce() throws Exception {
    ServerBuilder builder = one();
    builder.start().close();
    assertThatThrownBy(builder::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("new builder");
  }

  @Test
  void whatIsMissingOrForeignIsRefusedWithItsKind() throws Exception {
    assertThatThrownBy(() -> group.server(new Counter()).expect(1).start())
        .hasMessageContaining("directory");
    Files.writeString(directory.resolve("holiday.txt"), "sun");
    assertThatThrownBy(() -> one().start())
        .isInstanceOfSatisfying(
            ServerStartException.class,
            e -> assertThat(e.kind()).isEqualTo(Kind.DIRECTORY_REFUSED));
    assertThatThrownBy(() -> Group.named("no spaces please", Count.class, Total.class))
        .hasMessageContaining("no spaces please");
  }

  @Test
  void aDiskThatFailsIsNoFaultOfTheNetwork() throws Exception {
    one().start().close();
    Path vote = directory.resolve("vote");
    Files.delete(vote);
    Files.createDirectory(vote);
    assertThatThrownBy(() -> one().start())
        .isInstanceOfSatisfying(
            ServerStartException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DISK))
        .hasMessageContaining(vote.toString());
  }

  @Test
  void anInterfaceThatDoesNotExistIsAMatterOfTheNetwork() {
    assertThatThrownBy(() -> one().networkInterface("no-such-interface0").start())
        .isInstanceOfSatisfying(
            ServerStartException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NETWORK))
        .hasMessageContaining("no-such-interface0");
  }

  @Test
  void aServerThatIsNeverToLeadLeadsNotEvenAlone() throws Exception {
    try (FlotillaServer server = one().electionPriority(0).leaseReads(50).start();
        FlotillaClient<Count, Total> client =
            group.client().timeout(Duration.ofSeconds(1)).connect()) {
      server.awaitFounded(Await.limit());
      // Unknown if this machine stood still while the server was asked.
      Await.until(
          () -> "a refusal",
          () -> catchThrowable(() -> client.execute(new Count(1))) instanceof CommandRefused);
      assertThat(server.role()).isEqualTo("follower");
    }
  }

  @Test
  void aSnapshotIsTakenAsOftenAsTheApplicationWants() throws Exception {
    ServerBuilder builder = group.server(new Kept()).expect(1).directory(directory);
    assertThatThrownBy(() -> builder.snapshotEvery(0, 1)).hasMessageContaining("at least 1 entry");
    try (FlotillaServer server = builder.snapshotEvery(3, 1 << 20).start();
        FlotillaClient<Count, Total> client = patientClient()) {
      while (snapshots() == 0) {
        client.execute(new Count(1));
      }
      assertThat(server.role()).isEqualTo("leader");
    }
  }

  private long snapshots() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(it -> it.getFileName().toString().matches("snapshot-[0-9]+")).count();
    }
  }

  @Test
  void withoutAServerACommandIsRefusedWithinTheTimeout() throws Exception {
    try (FlotillaClient<Count, Total> client =
        group.client().timeout(Duration.ofMillis(300)).connect()) {
      assertThatThrownBy(() -> client.execute(new Count(1)))
          .hasMessageContaining("no server of the group")
          .isInstanceOfSatisfying(
              CommandRefused.class,
              it -> assertThat(it.reason()).isEqualTo(RefusalReason.NO_SERVER));
    }
  }

  private static void awaitStop(FlotillaServer server) throws Exception {
    server.stopped().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private FlotillaClient<Count, Total> patientClient() throws IOException {
    return group.client().timeout(Await.limit()).connect();
  }

  private ServerBuilder one() {
    return group.server(new Counter()).expect(1).directory(directory);
  }
}
