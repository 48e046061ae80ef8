package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.server.doctor.ClockCheck;
import dev.flotilla.server.doctor.DiskCheck;
import dev.flotilla.server.doctor.Finding;
import dev.flotilla.server.doctor.HostCheck;
import dev.flotilla.server.doctor.KeysCheck;
import dev.flotilla.server.doctor.NetworkCheck;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code flotilla doctor} says of planted troubles. */
@Tag("slow")
class DoctorTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final long HOUR = 3_600_000;

  @TempDir private Path directory;

  @Test
  void aWrongInterfaceIsNamedWithThoseThatThereAre() {
    LocalGroup none = LocalGroup.ofJournals(directory);
    int code = none.run("doctor", "--interface=no-such0", "--data=" + directory);

    assertThat(code).isEqualTo(1);
    assertThat(wrong(none)).singleElement().asString().contains("no-such0", "--interface", "lo");
  }

  @Test
  void aClockThatIsAnHourOffIsNamed() {
    List<Finding> ahead = ClockCheck.of(servers(NOW, NOW + 900), NOW + HOUR);
    assertThat(ahead).singleElement().matches(it -> !it.isWell());
    assertThat(ahead.get(0).text()).contains("3600 s ahead", "time service");
    assertThat(ClockCheck.of(servers(NOW, NOW), NOW - HOUR).get(0).text())
        .contains("3600 s behind");
    assertThat(ClockCheck.of(servers(NOW, NOW + 900), NOW - 800)).allMatch(Finding::isWell);
  }

  @Test
  void aMemberWhoseClockIsAnHourOffIsNamed() {
    List<Finding> findings = ClockCheck.of(servers(NOW, NOW + 5, NOW + HOUR), NOW);

    assertThat(findings).filteredOn(it -> !it.isWell()).singleElement();
    assertThat(findings.get(1).text()).contains("00000000-0000-0000-0000-000000000002", "3600 s");
  }

  @Test
  void keysThatCannotBeReadAreNamed() throws IOException {
    Files.writeString(directory.resolve("key.pem"), "no key");
    Finding finding = KeysCheck.of(directory, Instant.now());

    assertThat(finding.isWell()).isFalse();
    assertThat(finding.text()).contains(directory.toString(), "keys issue");
    assertThat(KeysCheck.of(directory.resolve("none"), Instant.now()).isWell()).isFalse();
  }

  @Test
  void whatIsNoDirectoryForDataIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");

    assertThat(DiskCheck.of(file.resolve("data")).text()).contains("is no directory", "--data");
    Finding well = DiskCheck.of(directory.resolve("new/deep"));
    assertThat(well.text()).contains(directory.toString(), "MiB free", "an fsync takes");
    assertThat(directory.resolve("new")).doesNotExist();
    assertThat(directory).isDirectoryNotContaining("glob:**/.flotilla-doctor*");
  }

  @Test
  void aPortInUseIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Finding finding = NetworkCheck.port(taken.getLocalPort());
      assertThat(finding.isWell()).isFalse();
      assertThat(finding.text()).contains("--port");
    }
    assertThat(NetworkCheck.port(0).isWell()).isTrue();
  }

  @Test
  void anotherVersionOfTheProtocolIsNamed() {
    assertThat(HostCheck.versions(servers(NOW)).isWell()).isTrue();
    StatusResponse other = server(0, NOW, 99);
    assertThat(HostCheck.versions(List.of(other)).text()).contains("version 99");
    assertThat(HostCheck.java().isWell()).isTrue();
  }

  @Test
  void aHealthyGroupIsFoundWell() throws Exception {
    try (LocalGroup group = LocalGroup.ofJournals(directory).found(1)) {
      try (var client = LocalGroup.client(group.name())) {
        LocalGroup.execute(client, "note", "a"); // So it has a leader.
      }
      // A machine that stands still between answer and clock has a clock that is off.
      Await.until(
          group::output,
          () -> {
            int code =
                group.run("doctor", "--group=" + group.name(), "--data=" + directory, "--json");
            assertThat(code).as(group.output()).isIn(0, 1);
            String findings =
                JsonParser.parseString(group.output())
                    .getAsJsonObject()
                    .getAsJsonArray("findings")
                    .toString();
            return Stream.of("within 5 s", "is healthy", "carries it").allMatch(findings::contains);
          });
    }
  }

  @Test
  void aGroupThatDoesNotAnswerIsWrong() {
    LocalGroup none = LocalGroup.ofJournals(directory);
    assertThat(none.run("doctor", "--group=no-such-group", "--timeout=1")).isEqualTo(1);
    assertThat(wrong(none)).anyMatch(it -> it.contains("no server of group no-such-group"));
  }

  private static List<String> wrong(LocalGroup group) {
    return group.output().lines().filter(it -> it.startsWith("WRONG")).toList();
  }

  private static List<StatusResponse> servers(long... times) {
    return IntStream.range(0, times.length)
        .mapToObj(i -> server(i, times[i], dev.flotilla.raftdpws.wire.RaftNames.PROTOCOL_VERSION))
        .toList();
  }

  private static StatusResponse server(int number, long timeMillis, int version) {
    Member member = new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
    return new StatusResponse(
            version,
            "hall",
            Optional.empty(),
            new MemberAddress(member, Optional.empty()),
            "follower",
            Optional.empty(),
            new StatusResponse.Progress(0, 0, 0, 0, 0),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            StatusDetails.NONE)
        .with(
            StatusDetails.NONE.withFacts(
                StatusFacts.NONE.with(StatusFact.TIME_MILLIS, timeMillis)));
  }
}
