package dev.flotilla.server.json;

import dev.flotilla.server.doctor.Finding;
import java.util.List;

/**
 * What was found on this host: the document of {@code doctor}.
 *
 * @param healthy whether all is well
 */
public record DiagnosisJson(boolean healthy, List<One> findings) {
  /** A check, whether it is well, and what it says. */
  public record One(String check, boolean ok, String text) {}

  /** Of all findings. */
  public static DiagnosisJson of(List<Finding> findings) {
    return new DiagnosisJson(
        findings.stream().allMatch(Finding::isWell),
        findings.stream().map(it -> new One(it.check(), it.isWell(), it.text())).toList());
  }
}
