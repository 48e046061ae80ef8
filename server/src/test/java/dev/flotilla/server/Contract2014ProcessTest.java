package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client of 2014, by its bytes, against real processes. */
@Timeout(300)
class Contract2014ProcessTest {
  @TempDir private Path directory;

  private final List<Map<String, String>> refusals = new ArrayList<>();

  @Test
  void aCapturedRequestFindsTheLeaderAndIsAnsweredTheSameWhoeverIsAskedFirst() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3)) {
      List<Map<String, String>> answers = new ArrayList<>();
      for (ServerProcess first : cluster.servers()) {
        answers.add(answer(first.address(), cluster));
      }

      assertThat(refusals).isNotEmpty();
      assertThat(answers.get(0))
          .containsOnlyKeys("success", "result")
          .containsEntry("success", "true");
      assertThat(answers).containsOnly(answers.get(0));
    }
  }

  /** Asks whom the servers say, as a client of 2014 does: on a busy machine another may lead. */
  private Map<String, String> answer(URI first, Cluster cluster) throws Exception {
    URI asked = first;
    while (true) {
      HttpResponse<String> response = PlainSoap.post(asked, PlainSoap.captured2014());
      assertThat(response.statusCode()).isEqualTo(200);
      Map<String, String> fields = PlainSoap.fields(response.body());
      if (!fields.containsKey("leaderAddress")) {
        return fields;
      }
      refusals.add(fields);
      assertThat(fields)
          .containsOnlyKeys("success", "leaderAddress")
          .containsEntry("success", "false");
      asked = leader(fields, asked, cluster);
    }
  }

  /** One of the others, or nobody as long as none is elected. */
  private static URI leader(Map<String, String> refusal, URI asked, Cluster cluster) {
    String told = refusal.getOrDefault("leaderAddress", "");
    if (told.equals("unknown")) {
      return asked;
    }
    assertThat(cluster.servers()).extracting(server -> server.address().toString()).contains(told);
    assertThat(told).isNotEqualTo(asked.toString());
    return URI.create(told);
  }
}
