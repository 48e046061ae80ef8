package dev.flotilla.bench.ratis;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;

/** The group that an ensemble forms, in Ratis's own types. */
final class Groups {
  // Ports differ from cluster to cluster, so the name need not.
  private static final UUID ID = new UUID(0x666c_6f74_696c_6c61L, 0x8000_0000_0000_0001L);

  private Groups() {}

  static RaftGroup of(Ensemble ensemble) {
    List<RaftPeer> peers = new ArrayList<>();
    for (int number = 1; number <= ensemble.endpoints().size(); number++) {
      peers.add(
          RaftPeer.newBuilder()
              .setId(peerId(number))
              .setAddress(ensemble.endpoints().get(number - 1).authority(0))
              .build());
    }
    return RaftGroup.valueOf(RaftGroupId.valueOf(ID), peers);
  }

  static RaftPeerId peerId(int number) {
    return RaftPeerId.valueOf(LeaderPort.SERVER + number);
  }
}
