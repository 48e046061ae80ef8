package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.Counter.Add;
import dev.flotilla.Counter.Total;
import dev.flotilla.dpws.exi.ExiEncoding;
import dev.flotilla.dpws.exi.ExiSchema;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ExiTest {
  /** Counts what is encoded and decoded. */
  private static final class Counted implements MessageEncoding {
    private final MessageEncoding exi;
    private final AtomicInteger encoded = new AtomicInteger();
    private final AtomicInteger decoded = new AtomicInteger();

    Counted(MessageEncoding exi) {
      this.exi = exi;
    }

    @Override
    public String contentType() {
      return exi.contentType();
    }

    @Override
    public byte[] encode(byte[] xml, int offset, int length) {
      encoded.incrementAndGet();
      return exi.encode(xml, offset, length);
    }

    @Override
    public byte[] decode(byte[] message, int length, int maxXmlBytes) throws XmlException {
      decoded.incrementAndGet();
      return exi.decode(message, length, maxXmlBytes);
    }
  }

  @TempDir private Path directory;

  private final Group<Add, Total> group =
      Group.named("exi-" + UUID.randomUUID().toString().substring(0, 8), Add.class, Total.class);
  private final MessageEncoding exi =
      ExiEncoding.of(
          List.of(schema("raft.xsd", RaftNames.RAFT), schema("flotilla.xsd", RaftNames.FLOTILLA)));

  @Test
  void membersAndClientsUseItWithThoseThatKnowIt() throws Exception {
    Counted ofServers = new Counted(exi);
    Counted ofClient = new Counted(exi);
    try (FlotillaServer first = server("1").encoding(ofServers).start();
        FlotillaServer second = server("2").encoding(ofServers).start();
        FlotillaServer third = server("3").electionPriority(0).start();
        FlotillaClient<Add, Total> knowing =
            group.client().encoding(ofClient).timeout(Await.limit()).connect();
        FlotillaClient<Add, Total> plain = group.client().timeout(Await.limit()).connect()) {
      for (FlotillaServer each : new FlotillaServer[] {first, second, third}) {
        each.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
      }
      assertThat(knowing.execute(new Add(1))).isEqualTo(new Total(1));
      assertThat(plain.execute(new Add(1))).isEqualTo(new Total(2));
      for (int i = 3; i <= 20; i++) {
        assertThat(knowing.execute(new Add(1))).isEqualTo(new Total(i));
      }
    }
    // The third never leads: the leader and a follower know it.
    assertThat(ofServers.encoded.get()).isPositive();
    assertThat(ofServers.decoded.get()).isPositive();
    assertThat(ofClient.encoded.get()).isPositive();
    assertThat(ofClient.decoded.get()).isPositive();
  }

  private static ExiSchema schema(String file, String namespace) {
    return ExiSchema.of(file, namespace, RaftContract.schemas().get(file));
  }

  private ServerBuilder server(String name) {
    return group.server(new Counter()).expect(3).directory(directory.resolve(name));
  }
}
