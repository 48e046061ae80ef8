package dev.flotilla.raft;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** A {@link Raft} whose calls and results are kept, so that its life can be lived again. */
final class RecordedRaft {
  private record Step(Function<Raft, Object> call, Object result) {}

  private final Member self;
  private final Configuration configuration;
  private final DurableState state;
  private final RaftOptions options;
  private final long seed;
  private final long bornNanos;
  private final Raft raft;
  private final List<Step> steps = new ArrayList<>();

  RecordedRaft(
      Member self,
      Configuration configuration,
      DurableState state,
      RaftOptions options,
      long seed,
      long nowNanos) {
    this.self = self;
    this.configuration = configuration;
    this.state = state;
    this.options = options;
    this.seed = seed;
    this.bornNanos = nowNanos;
    this.raft = bear();
  }

  <T> T call(Function<Raft, T> call) {
    T result = call.apply(raft);
    steps.add(new Step(call::apply, result));
    return result;
  }

  RaftStatus status() {
    return raft.status();
  }

  /** Repeats every call on a new object; the first result that differs is an error. */
  int replay() {
    Raft again = bear();
    for (int i = 0; i < steps.size(); i++) {
      Object result = steps.get(i).call().apply(again);
      if (!result.equals(steps.get(i).result())) {
        throw new AssertionError(
            "step " + i + " gave " + steps.get(i).result() + ", its replay gave " + result);
      }
    }
    return steps.size();
  }

  private Raft bear() {
    return new Raft(self, configuration, state, options, new Random(seed), bornNanos);
  }
}
