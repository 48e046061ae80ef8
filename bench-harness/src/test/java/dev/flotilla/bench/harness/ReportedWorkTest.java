package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportedWorkTest {
  private final List<String> written = new ArrayList<>();

  @Test
  void aReportThatFailsDoesNotHideWhyTheWorkFailed() {
    assertThatThrownBy(() -> ReportedWork.run(() -> fail("the work"), () -> fail("the report")))
        .hasMessage("the work")
        .hasSuppressedException(new IOException("the report"));
  }

  @Test
  void workThatFailsIsReported() {
    assertThatThrownBy(() -> ReportedWork.run(() -> fail("the work"), () -> written.add("report")))
        .hasMessage("the work");
    assertThat(written).containsExactly("report");
  }

  @Test
  void aReportThatFailsAfterGoodWorkIsAFailure() {
    assertThatThrownBy(() -> ReportedWork.run(() -> written.add("work"), () -> fail("the report")))
        .hasMessage("the report");
  }

  private static void fail(String what) throws IOException {
    throw new IOException(what);
  }
}
