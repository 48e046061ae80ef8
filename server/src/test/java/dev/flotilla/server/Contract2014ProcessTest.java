package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of 2014, by its bytes, against real processes. */
@Tag("full")
class Contract2014ProcessTest {
  private static final int MAX_ROUNDS = 50;

  @TempDir private Path directory;

  @Test
  void aCapturedRequestFindsTheLeaderAndIsAnsweredTwiceTheSame() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3)) {
      Round round = Round.ask(cluster);
      for (int i = 1; i < MAX_ROUNDS && round.isDisturbed(); i++) {
        round = Round.ask(cluster);
      }

      assertThat(round.refusals).hasSize(2);
      for (HttpResponse<String> refusal : round.refusals) {
        assertThat(refusal.statusCode()).isEqualTo(200);
        assertThat(PlainSoap.fields(refusal.body()))
            .isEqualTo(Map.of("success", "false", "leaderAddress", round.leader));
      }
      assertThat(round.first.statusCode()).isEqualTo(200);
      assertThat(PlainSoap.fields(round.first.body()))
          .containsOnlyKeys("success", "result")
          .containsEntry("success", "true");
      assertThat(round.second.statusCode()).isEqualTo(200);
      assertThat(PlainSoap.fields(round.second.body()))
          .isEqualTo(PlainSoap.fields(round.first.body()));
    }
  }

  /**
   * The same request to everybody.
   *
   * @param terms the latest known before and after it
   */
  private record Round(
      String leader,
      List<HttpResponse<String>> refusals,
      HttpResponse<String> first,
      HttpResponse<String> second,
      Set<Long> terms) {
    static Round ask(Cluster cluster) throws Exception {
      String captured = PlainSoap.captured2014();
      long before = term(cluster);
      URI leader = cluster.leader().address();
      List<HttpResponse<String>> refusals = new ArrayList<>();
      for (ServerProcess server : cluster.servers()) {
        if (!server.address().equals(leader)) {
          refusals.add(PlainSoap.post(server.address(), captured));
        }
      }
      HttpResponse<String> first = PlainSoap.post(leader, captured);
      HttpResponse<String> second = PlainSoap.post(leader, captured);
      Set<Long> terms = new HashSet<>(List.of(before, term(cluster)));
      return new Round(leader.toString(), refusals, first, second, terms);
    }

    /** On a busy machine another may come to lead, or a follower not know for a moment who does. */
    boolean isDisturbed() {
      return terms.size() > 1
          || refusals.stream().anyMatch(refusal -> refusal.body().contains(">unknown<"));
    }

    private static long term(Cluster cluster) {
      return cluster.awaitLeader().stream()
          .mapToLong(status -> status.progress().term())
          .max()
          .orElseThrow();
    }
  }
}
