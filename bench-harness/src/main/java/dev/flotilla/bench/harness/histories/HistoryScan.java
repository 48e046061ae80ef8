package dev.flotilla.bench.harness.histories;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a history shows at a glance; whether it is linearizable, only the checker tells.
 *
 * @param reads how many reads were answered
 * @param lost uids of acknowledged commands that a read did not find which began after the
 *     acknowledgement
 */
record HistoryScan(long reads, List<String> lost) {
  HistoryScan {
    lost = List.copyOf(lost);
  }

  /** An operation of the history; the names are those of the format. */
  @SuppressWarnings("NullAway") // Gson sets what is there
  private static final class Operation {
    private String op;
    private String key;
    private String outcome;
    private Integer result;
    private long call;

    @com.google.gson.annotations.SerializedName("return")
    private long returned;
  }

  /**
   * Scans a history.
   *
   * @throws IOException if it cannot be read
   */
  static HistoryScan of(Path file) throws IOException {
    Gson gson = new Gson();
    Map<String, Long> acknowledged = new HashMap<>();
    Map<String, Long> notFound = new HashMap<>();
    long reads = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String header = in.readLine();
      if (header == null) {
        throw new IOException(file + " is empty");
      }
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Operation operation = gson.fromJson(line, Operation.class);
        if (operation.op.equals("get")) {
          reads++;
          if (operation.result == null) {
            notFound.merge(operation.key, operation.call, Math::max);
          }
        } else if (operation.outcome.equals("done")) {
          acknowledged.put(operation.key, operation.returned);
        }
      }
    }
    List<String> lost = new ArrayList<>();
    notFound.forEach(
        (key, called) -> {
          if (acknowledged.getOrDefault(key, Long.MAX_VALUE) < called) {
            lost.add(key);
          }
        });
    return new HistoryScan(reads, lost);
  }
}
