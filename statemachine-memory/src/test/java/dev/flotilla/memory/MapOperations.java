package dev.flotilla.memory;

import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.kit.Conformance;
import dev.flotilla.kit.Operation;
import dev.flotilla.memory.MapCommand.CompareAndSet;
import dev.flotilla.memory.MapCommand.From;
import dev.flotilla.memory.MapCommand.Get;
import dev.flotilla.memory.MapCommand.Put;
import dev.flotilla.memory.MapCommand.Remove;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Commands of a map that a seed draws, and what tells its state. */
final class MapOperations {
  private static final CommandCodec<MapCommand> CODEC = RecordCodec.forCommands(MapCommand.class);

  private MapOperations() {}

  static RestorableStateMachine machine() {
    return MapState.group("map").machine(new MapState());
  }

  static Conformance conformance(Supplier<RestorableStateMachine> machine) {
    return Conformance.of(machine)
        .commands(MapOperations::draw)
        .queries(random -> MapState.group("map").question(new Get(key(random))))
        .probes(MapState.group("map").question(new From("")))
        .canonicalSnapshots()
        .checksummedSnapshots();
  }

  static Operation draw(RandomGenerator random) {
    MapCommand command =
        switch (random.nextInt(6)) {
          case 0 -> new Remove(key(random));
          case 1 -> new CompareAndSet(key(random), Optional.empty(), Optional.of("new"));
          case 2 -> new CompareAndSet(key(random), Optional.of("new"), Optional.empty());
          default -> new Put(key(random), "value \u00e4\n " + random.nextInt(1000));
        };
    return new Operation(CODEC.nameOf(command), CODEC.parametersOf(command));
  }

  private static String key(RandomGenerator random) {
    return "key " + random.nextInt(8);
  }
}
