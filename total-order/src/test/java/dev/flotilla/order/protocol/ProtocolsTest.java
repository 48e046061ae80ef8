package dev.flotilla.order.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.options.RaftOptions;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * TO1 to TO3 over seeds: 200, or as many as {@code -Dorder.seeds} says. {@code -Dorder.first}
 * begins with another seed; with {@code -Dorder.seeds=1} that replays one.
 */
class ProtocolsTest {
  private static final long SEEDS = Long.getLong("order.seeds", 200);
  private static final long FIRST = Long.getLong("order.first", 0);

  @Test
  void sequencerKeepsAllPropertiesWithoutCrashes() {
    withoutFaults(as(Sequencer::new));
  }

  @Test
  void skeenKeepsAllPropertiesWithoutCrashes() {
    withoutFaults(as(Skeen::new));
  }

  @Test
  void chandraTouegKeepsAllPropertiesWithoutCrashes() {
    withoutFaults(as(ChandraToueg::new));
  }

  @Test
  void raftKeepsAllPropertiesWithoutCrashes() {
    withoutFaults(SeedTrial.RAFT);
  }

  @Test
  void chandraTouegKeepsAllWithAMinorityCrashed() {
    withFaults(as(ChandraToueg::new));
  }

  @Test
  void raftKeepsAllWithAMinorityCrashed() {
    withFaults(SeedTrial.RAFT);
  }

  @Test
  void aSequencerThatDoesNotWaitForEarlierOnesIsFound() {
    requireFound(as(HastySequencer::new), /* faults= */ false, EnumSet.of(Property.TO3_ORDER));
  }

  @Test
  void skeensClockThatIgnoresTimeStampsIsFound() {
    requireFound(as(DeafClock::new), /* faults= */ false, EnumSet.of(Property.TO3_ORDER));
  }

  @Test
  void aCoordinatorThatForgetsAdoptedEstimatesIsFound() {
    requireFound(
        as(ForgetfulCoordinator::new),
        /* faults= */ true,
        EnumSet.of(Property.TO3_ORDER, Property.TO1_AGREEMENT));
  }

  @Test
  void aLeaderWhoseLogHasAMessageTwiceIsFound() {
    SimulatedGroup.Factory factory =
        (group, random) ->
            new RaftOrder(group, RaftOptions.DEFAULT, random, 0) {
              @Override
              boolean isDelivered(MessageId id) {
                return false;
              }
            };
    requireFound(factory, /* faults= */ true, EnumSet.of(Property.INTEGRITY));
  }

  private interface Plain {
    Protocol create(ProcessGroup group);
  }

  private static SimulatedGroup.Factory as(Plain plain) {
    return (group, random) -> plain.create(group);
  }

  private static void withoutFaults(SimulatedGroup.Factory factory) {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      SeedTrial trial = new SeedTrial(seed, factory);
      assertThat(trial.violations()).as("seed %s: %s", seed, trial).isEmpty();
    }
  }

  private static void withFaults(SimulatedGroup.Factory factory) {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      SeedTrial trial = new SeedTrial(seed, factory).withFaults();
      assertThat(trial.violations()).as("seed %s: %s", seed, trial).isEmpty();
    }
  }

  /** The checker finds one of the properties violated, within the seeds of a usual run. */
  private static void requireFound(
      SimulatedGroup.Factory factory, boolean faults, EnumSet<Property> wanted) {
    for (long seed = 0; seed < 200; seed++) {
      SeedTrial trial = new SeedTrial(seed, factory);
      EnumSet<Property> violated = (faults ? trial.withFaults() : trial).violations();
      if (violated.removeAll(wanted)) {
        return;
      }
    }
    throw new AssertionError("no run violates " + wanted);
  }

  /** Delivers whatever has content and number. */
  private static final class HastySequencer extends Sequencer {
    private HastySequencer(ProcessGroup group) {
      super(group);
    }

    @Override
    boolean waitsForEarlier() {
      return false;
    }
  }

  /** Gives later messages times that are earlier than what was delivered. */
  private static final class DeafClock extends Skeen {
    private DeafClock(ProcessGroup group) {
      super(group);
    }

    @Override
    void witness(long time) {}
  }

  /** Proposes what it would have proposed itself. */
  private static final class ForgetfulCoordinator extends ChandraToueg {
    private ForgetfulCoordinator(ProcessGroup group) {
      super(group);
    }

    @Override
    OrderMessage.Batch choose(List<OrderMessage.Estimate> estimates) {
      return super.choose(List.of());
    }
  }
}
