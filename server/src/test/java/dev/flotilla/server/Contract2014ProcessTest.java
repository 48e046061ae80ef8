package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client of 2014, by its bytes, against real processes. */
@Timeout(300)
class Contract2014ProcessTest {
  @TempDir private Path directory;

  @Test
  void aCapturedRequestFindsTheLeaderAndIsAnsweredTwiceTheSame() throws Exception {
    String captured = PlainSoap.captured2014();
    try (Cluster cluster = Cluster.found(directory, 3)) {
      URI leader = cluster.leader().address();
      for (ServerProcess follower : cluster.followers()) {
        HttpResponse<String> refusal = PlainSoap.post(follower.address(), captured);
        assertThat(refusal.statusCode()).isEqualTo(200);
        assertThat(PlainSoap.fields(refusal.body()))
            .isEqualTo(Map.of("success", "false", "leaderAddress", leader.toString()));
      }

      HttpResponse<String> first = PlainSoap.post(leader, captured);
      HttpResponse<String> second = PlainSoap.post(leader, captured);

      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(PlainSoap.fields(first.body()))
          .containsOnlyKeys("success", "result")
          .containsEntry("success", "true");
      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(PlainSoap.fields(second.body())).isEqualTo(PlainSoap.fields(first.body()));
    }
  }
}
