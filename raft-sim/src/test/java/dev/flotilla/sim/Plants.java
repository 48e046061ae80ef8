package dev.flotilla.sim;

import java.util.List;
import java.util.stream.Stream;

/** All bugs. To add one, add a record to the list that it belongs to. */
final class Plants {
  static final List<Plant> ALL =
      Stream.of(
              DurabilityPlants.ALL,
              ElectionPlants.ALL,
              ReplicationPlants.ALL,
              ClientPlants.ALL,
              SessionPlants.ALL,
              MembershipPlants.ALL,
              LeasePlants.ALL,
              SnapshotPlants.ALL,
              FullDiskPlants.ALL,
              WirePlants.ALL,
              HttpPlants.ALL,
              EdgePlants.ALL)
          .flatMap(List::stream)
          .toList();

  private Plants() {}
}
