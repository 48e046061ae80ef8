package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.DirectoryCopy;
import dev.flotilla.kit.harness.History;
import dev.flotilla.kit.harness.Reference;
import dev.flotilla.kit.harness.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs cases one after another, each on a thread and in a directory of its own. */
final class Suite {
  private static final String HISTORY = "command";
  private static final Duration LIMIT = Duration.ofSeconds(Conformance.MAX_CASE_SECONDS);

  private final Subject subject;
  private final Path directory;

  Suite(Subject subject, Path directory) {
    this.subject = subject;
    this.directory = directory;
  }

  ConformanceReport run(Set<ConformanceCase> cases) throws IOException {
    Path home = Files.createDirectory(directory.resolve("first-run"));
    AtomicReference<@Nullable Reference> first = new AtomicReference<>();
    Verdict verdict =
        CaseThread.run(
            "first-run",
            LIMIT,
            () -> first.set(Reference.of(subject, History.draw(subject, HISTORY), home)));
    Reference reference = first.get();
    List<CaseResult> results = new ArrayList<>();
    if (reference == null) {
      // Nothing can be compared; all cases say the same.
      cases.forEach(each -> results.add(new CaseResult(each, verdict)));
      return new ConformanceReport(subject.seed(), "none", results);
    }
    DirectoryCopy.delete(home);
    for (ConformanceCase each : cases) {
      results.add(new CaseResult(each, run(each, reference)));
    }
    return new ConformanceReport(subject.seed(), reference.fingerprint(), results);
  }

  private Verdict run(ConformanceCase tested, Reference reference) throws IOException {
    Check check = Check.of(tested);
    for (Need need : check.needs()) {
      Optional<String> reason = need.missing(subject, reference);
      if (reason.isPresent()) {
        return new Verdict.NotApplicable(reason.get());
      }
    }
    Path home = Files.createDirectory(directory.resolve(tested.name()));
    SplittableRandom random = new SplittableRandom(subject.seed() ^ tested.name().hashCode());
    Bench bench = new Bench(subject, reference, random, home);
    Verdict verdict =
        CaseThread.run(
            tested.name(),
            LIMIT,
            () -> {
              try {
                check.body().run(bench);
              } finally {
                bench.endAll();
              }
            });
    if (verdict instanceof Verdict.Held) {
      DirectoryCopy.delete(home);
    }
    return verdict;
  }
}
