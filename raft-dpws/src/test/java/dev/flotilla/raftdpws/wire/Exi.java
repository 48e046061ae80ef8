package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.exi.ExiEncoding;
import dev.flotilla.dpws.exi.ExiSchema;
import java.util.List;

/** EXI by the schemas of RAFT_Service. */
final class Exi {
  private Exi() {}

  static ExiEncoding encoding() {
    return ExiEncoding.of(
        List.of(schema("raft.xsd", RaftNames.RAFT), schema("flotilla.xsd", RaftNames.FLOTILLA)));
  }

  private static ExiSchema schema(String name, String namespace) {
    return ExiSchema.of(name, namespace, RaftContract.schemas().get(name));
  }
}
