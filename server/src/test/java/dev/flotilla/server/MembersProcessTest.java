package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Real processes join, lead, are removed and replaced by the command line, under load. */
@Tag("slow")
class MembersProcessTest {
  private static final int STEP = 200;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  @Tag("full")
  void nothingAcknowledgedIsLostWhileMembersComeAndGo() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3);
        CommandLoad load =
            new CommandLoad(ClientSettings.of(cluster.group()), cluster.runtime(), 4)) {
      awaitMore(cluster, load);
      ServerProcess fourth = join(cluster, "server-4");
      ServerProcess fifth = join(cluster, "server-5");
      succeed(cluster, "add", fourth.member());
      succeed(cluster, "add", fifth.member(), "--as", "learner");
      succeed(cluster, "promote", fifth.member());
      awaitVoters(cluster, 5);
      awaitMore(cluster, load);

      ServerProcess leader = cluster.leader();
      succeed(cluster, "remove", leader.member(), "--force");
      cluster.servers().remove(leader);
      assertThat(leader.removed()).contains(leader.member(), "no member of group");
      leader.stop();
      awaitVoters(cluster, 4);
      awaitMore(cluster, load);

      String lost = fourth.member();
      cluster.servers().remove(fourth);
      fourth.kill();
      delete(fourth.directory());
      ServerProcess again = join(cluster, "server-4");
      succeed(cluster, "add", "--replacing", lost);
      assertThat(again.member()).isNotEqualTo(lost);
      awaitVoters(cluster, 4);
      // Under load an election may come between, as the command then says.
      String heir = again.member();
      cluster.await("a hand-over", () -> run(cluster, "transfer", heir) == 0);
      awaitMore(cluster, load);

      load.stop();
      stopEquallyFar(cluster);
      DemoVerdict verdict =
          DemoVerdict.of(cluster.journals(), load.acknowledgedUids(), load.sentUids());
      assertThat(verdict.problems()).isEmpty();
    }
  }

  @Test
  @Tag("full")
  void aServerWhoseLogIsDamagedComesBackByItselfUnderLoad() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3);
        CommandLoad load =
            new CommandLoad(ClientSettings.of(cluster.group()), cluster.runtime(), 4)) {
      awaitMore(cluster, load);
      ServerProcess damaged = cluster.followers().get(0);
      Member before = memberOf(cluster, damaged);
      damaged.kill();
      awaitMore(cluster, load);
      DataFiles.flipOneByteOfTheLog(damaged.directory());
      // By the same command line, that of the founding.
      ServerProcess again =
          ServerProcess.start(damaged.directory(), "--group", cluster.group(), "--expect", "3");
      cluster.servers().set(cluster.servers().indexOf(damaged), again);
      assertThat(again.damaged())
          .contains(before.id().toString(), "log-0000000001 is damaged at offset", "kept in");
      String member = again.member();
      cluster.awaitStatus("the server as a voter again", all -> isVoter(all, member));
      awaitVoters(cluster, 3);
      Configuration members = cluster.awaitLeader().get(0).configuration().orElseThrow();
      Member after = memberOf(cluster, again);
      assertThat(after.id()).isEqualTo(before.id());
      assertThat(members.voters()).contains(after).doesNotContain(before);
      awaitMore(cluster, load);

      load.stop();
      stopEquallyFar(cluster);
      DemoVerdict verdict =
          DemoVerdict.of(cluster.journals(), load.acknowledgedUids(), load.sentUids());
      assertThat(verdict.problems()).isEmpty();
    }
  }

  private static Member memberOf(Cluster cluster, ServerProcess server) throws Exception {
    String id = server.member();
    return cluster.awaitStatus(id, all -> all.stream().anyMatch(it -> isServer(it, id))).stream()
        .filter(it -> isServer(it, id))
        .findFirst()
        .orElseThrow()
        .self()
        .member();
  }

  @Test
  @Tag("full")
  void theCommandsSayWhatIsWrong() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 1)) {
      assertThat(
              execute("members", "add", "--forget", "--timeout", "10", "--group", cluster.group()))
          .isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(err.toString()).contains("no server waits", "--join").hasLineCount(1);
      assertThat(run(cluster, "remove", "urn:uuid:nobody")).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(err.toString()).contains("no member of group").hasLineCount(1);
      String only = cluster.leader().member();
      assertThat(run(cluster, "remove", only.substring(0, 12)))
          .as("too short")
          .isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(run(cluster, "remove", only)).isEqualTo(ExitCode.NEGATIVE.number());
      assertThat(err.toString()).contains("is the last voter").hasLineCount(1);
      assertThat(run(cluster, "add", "--as", "king")).isEqualTo(ExitCode.USAGE.number());

      join(cluster, "server-2");
      assertThat(execute("members", "--forget", "--timeout", "60", "--group", cluster.group()))
          .isZero();
      assertThat(out.toString()).contains("voter     leader", "none      joining", only);
    }
  }

  @Test
  @Tag("full")
  void aChangeThatWaitsForADeadNewcomerNamesItAndTheWayOut() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 2)) {
      ServerProcess follower = cluster.followers().get(0);
      String leaving = follower.member();
      Member dead = new Member(new NodeId(UUID.randomUUID()), new Incarnation(1, 1));
      addWithoutWaiting(cluster, dead, Optional.empty());
      String group = cluster.group();
      int removed =
          execute(
              "members",
              "remove",
              "--force",
              "--forget",
              "--timeout",
              "15",
              "--group",
              group,
              leaving);
      assertThat(removed).as("%s", err).isEqualTo(ExitCode.UNKNOWN.number());
      String wayOut = "'flotilla members remove --group " + group + " " + dead.id() + "'";
      assertThat(err.toString()).contains("does not answer", wayOut).hasLineCount(1);
      assertThat(execute("members", "--forget", "--timeout", "60", "--group", group)).isZero();
      assertThat(out.toString()).contains(wayOut);
      succeed(cluster, "remove", dead.id().toString());
      assertThat(follower.removed()).contains(leaving, "no member of group");
    }
  }

  @Test
  @Tag("full")
  void theOnlyVoterGoesOnWhenItsSuccessorIsGivenUp() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 1)) {
      NodeId only = NodeId.parse(cluster.leader().member());
      Member dead = new Member(new NodeId(UUID.randomUUID()), new Incarnation(1, 1));
      addWithoutWaiting(cluster, dead, Optional.of(only));
      succeed(cluster, "remove", dead.id().toString());
      awaitVoters(cluster, 1);
      assertThat(execute("insert", "--forget", "--timeout", "60", "--group", cluster.group(), "x"))
          .isZero();
    }
  }

  @Test
  @Tag("full")
  void aMemberTakesASnapshotWhenAsked() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 1)) {
      assertThat(execute("insert", "--forget", "--timeout", "60", "--group", cluster.group(), "x"))
          .isZero();
      succeed(cluster, "snapshot", cluster.leader().member());
      cluster.await("a snapshot", () -> hasSnapshot(cluster.anyDirectory()));
    }
  }

  private static boolean hasSnapshot(Path data) {
    try (Stream<Path> files = Files.list(data)) {
      return files.anyMatch(it -> it.getFileName().toString().startsWith("snapshot"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addWithoutWaiting(Cluster cluster, Member member, Optional<NodeId> replaced)
      throws Exception {
    ClientSettings settings = ClientSettings.of(cluster.group());
    try (WireClient client = DpwsGroupClient.wire(settings, cluster.runtime())) {
      var unused =
          client.administer(
              RaftOperations.ADD_MEMBER,
              new AddMemberRequest(
                  Optional.empty(), member, Optional.empty(), MemberStatus.VOTER, replaced, true));
      cluster.awaitStatus(
          "the newcomer in the configuration",
          all -> all.get(0).configuration().filter(it -> it.isMember(member)).isPresent());
    }
  }

  private ServerProcess join(Cluster cluster, String name) throws Exception {
    ServerProcess joiner =
        ServerProcess.start(directory.resolve(name), "--group", cluster.group(), "--join");
    cluster.servers().add(joiner);
    String member = joiner.member();
    cluster.awaitStatus(
        name + " waiting to be added",
        all -> all.stream().anyMatch(it -> isWaiting(it) && isServer(it, member)));
    return joiner;
  }

  private static boolean isWaiting(StatusResponse status) {
    return status.role().equals(StatusResponse.JOINING) && status.group().isPresent();
  }

  private static boolean isServer(StatusResponse status, String member) {
    return status.self().member().id().toString().equals(member);
  }

  private static void awaitVoters(Cluster cluster, int count) {
    cluster.awaitStatus(
        count + " voters, on whom all agree",
        all ->
            all.size() == count
                && all.stream().allMatch(it -> it.configuration().isPresent())
                && all.stream().map(it -> it.configuration().get()).distinct().count() == 1
                && isSettled(all.get(0).configuration().get(), count));
  }

  /** By its own words, as the incarnation that it is now. */
  private static boolean isVoter(List<StatusResponse> all, String member) {
    return all.stream()
        .filter(it -> isServer(it, member))
        .anyMatch(
            it ->
                it.configuration()
                    .orElse(Configuration.NONE)
                    .voters()
                    .contains(it.self().member()));
  }

  private static boolean isSettled(Configuration configuration, int voters) {
    return !configuration.isChanging() && configuration.voters().size() == voters;
  }

  private static void awaitMore(Cluster cluster, CommandLoad load) {
    long goal = load.acknowledgedCount() + STEP;
    cluster.await(goal + " acknowledgements", () -> load.acknowledgedCount() >= goal);
  }

  private static void stopEquallyFar(Cluster cluster) throws Exception {
    int count = cluster.servers().size();
    cluster.awaitStatus(
        count + " servers that are equally far",
        all ->
            all.size() == count
                && all.stream().map(it -> it.progress().appliedIndex()).distinct().count() == 1);
    for (ServerProcess server : cluster.servers()) {
      server.stop();
    }
  }

  private void succeed(Cluster cluster, String... words) {
    assertThat(run(cluster, words)).as("%s: %s", List.of(words), err).isZero();
  }

  private int run(Cluster cluster, String... words) {
    List<String> line = new ArrayList<>(List.of("members", words[0]));
    line.addAll(List.of("--forget", "--timeout", "60", "--group", cluster.group()));
    line.addAll(List.of(words).subList(1, words.length));
    return execute(line.toArray(String[]::new));
  }

  private int execute(String... words) {
    err.getBuffer().setLength(0);
    CommandLine command = FlotillaCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(words);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
