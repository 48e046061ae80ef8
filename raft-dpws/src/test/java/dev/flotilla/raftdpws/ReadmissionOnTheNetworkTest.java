package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose directories were damaged, and the groups that they come back to. */
@Tag("slow")
class ReadmissionOnTheNetworkTest {
  private static final String LOG = "log-0000000001";

  @TempDir private Path root;
  private TestServers servers;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
  }

  private void startGroup() {
    servers.startGroup(3);
    servers.insert("before", "x");
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void aServerWhoseLogIsDamagedComesBackByItself() {
    startGroup();
    Server damaged = servers.aFollower();
    Member before = damaged.device.member();
    awaitApplied(damaged, "before");
    servers.stop(damaged);
    damage(damaged);
    servers.insert("meanwhile", "y");
    servers.restart(damaged);

    Member after = damaged.device.member();
    assertThat(after.id()).isEqualTo(before.id());
    assertThat(after).isNotEqualTo(before);
    assertThat(damaged.device.damage().orElseThrow())
        .contains(LOG, "offset", "kept in", "damaged-");
    awaitVoter(damaged);
    for (Server each : servers.all) {
      Await.until(
          servers::toString,
          () -> {
            List<Member> members = configuration(each).members();
            return members.contains(after) && !members.contains(before) && members.size() == 3;
          });
    }
    awaitApplied(damaged, "before");
    awaitApplied(damaged, "meanwhile");
    // With it, two of three are enough.
    servers.stop(servers.all.stream().filter(it -> it != damaged && !it.leads()).findAny().get());
    servers.insert("with it", "z");
    awaitApplied(damaged, "with it");
  }

  @Test
  @Tag("full")
  void itRemembersWhoItWasUntilItIsAMemberAgain() {
    startGroup();
    Server damaged = servers.aFollower();
    List<Server> others = servers.all.stream().filter(it -> it != damaged).toList();
    servers.stop(damaged);
    damage(damaged);
    others.forEach(servers::stop);
    servers.restart(damaged);
    Member after = damaged.device.member();
    awaitWaitingFor(damaged, "no server of group 'g'");
    servers.stop(damaged);
    servers.restart(damaged);
    assertThat(damaged.device.member()).isEqualTo(after);
    awaitWaitingFor(damaged, "take the place of its former self", LOG);
    others.forEach(servers::restart);

    awaitVoter(damaged);
    Await.until(servers::toString, () -> !identity(damaged).contains("former="));
    servers.stop(damaged);
    servers.restart(damaged);
    assertThat(damaged.device.damage()).as("that is over").isEmpty();
    awaitVoter(damaged);
    assertThat(damaged.device.member()).isEqualTo(after);
  }

  @Test
  @Tag("full")
  void withAMajorityDamagedTheGroupStandsStillAndSaysWhy() {
    startGroup();
    Server intact = servers.leader();
    List<Server> damaged = servers.all.stream().filter(it -> it != intact).toList();
    damaged.forEach(servers::stop);
    damaged.forEach(ReadmissionOnTheNetworkTest::damage);
    // With the command line of the founding: they found nothing for all that.
    damaged.forEach(
        it -> {
          it.restart(settings -> settings.group("g").expect(2));
          servers.all.add(it);
        });

    for (Server each : damaged) {
      awaitWaitingFor(each, "servers that answer leads", "more members are damaged", LOG);
      assertThat(each.status().role()).isEqualTo("joining");
      assertThat(each.device.founded().toCompletableFuture()).isNotDone();
    }
    awaitWaitingFor(intact, "no majority is reachable: 1 of 3");
    assertThat(servers.all).noneMatch(Server::leads);
  }

  @Test
  void whoseFormerSelfStillAnswersIsRefused() {
    // A leader takes for silent whom it has not heard for ten of its election timeouts.
    servers.startSteadyGroup(3);
    servers.insert("before", "x");
    Server alive = servers.aFollower();
    Server copy = servers.copyOf(alive, ReadmissionOnTheNetworkTest::damage);

    awaitWaitingFor(copy, alive.device.member().toString(), "still answers", "stop the one");
    assertThat(configuration(alive).members())
        .contains(alive.device.member())
        .doesNotContain(copy.device.member());
  }

  @Test
  void whoIsToRefuseDamageRefusesItAndChangesNothing() {
    startGroup();
    Server damaged = servers.aFollower();
    servers.stop(damaged);
    damage(damaged);
    List<Path> before = files(damaged.folder);

    assertThatThrownBy(() -> damaged.restart(it -> it.onDamage(OnDamage.REFUSE)))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(DamagedLog.class)
        .hasMessageContaining(LOG + " is damaged at offset");
    assertThat(files(damaged.folder)).isEqualTo(before);
  }

  private void awaitVoter(Server server) {
    Member self = server.device.member();
    Await.until(
        servers::toString,
        () ->
            servers.all.stream()
                .map(ReadmissionOnTheNetworkTest::configuration)
                .allMatch(it -> it.voters().contains(self) && !it.isChanging()));
  }

  private void awaitWaitingFor(Server server, String... words) {
    Await.until(
        servers::toString,
        () -> {
          String told = waitingFor(server);
          return Stream.of(words).allMatch(told::contains);
        });
  }

  private void awaitApplied(Server server, String uid) {
    Await.until(servers::toString, () -> server.machine.uids().contains(uid));
  }

  private static Configuration configuration(Server server) {
    return server.status().configuration().orElse(Configuration.NONE);
  }

  private static String waitingFor(Server server) {
    return server.status().waitingFor().orElse("");
  }

  private static String identity(Server server) {
    try {
      return Files.readString(server.folder.resolve("identity.properties"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Turns over a bit in the first batch, which was forced long ago. */
  private static void damage(Server server) {
    damage(server.folder);
  }

  private static void damage(Path folder) {
    try (RandomAccessFile log = new RandomAccessFile(folder.resolve(LOG).toFile(), "rw")) {
      log.seek(40);
      int value = log.read();
      log.seek(40);
      log.write(value ^ 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
