package dev.flotilla.tcp;

import dev.flotilla.kit.transport.TransportConformance;
import dev.flotilla.testing.Await;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The TCP transport keeps the contract of transports. */
@Tag("slow")
class TcpConformanceTest {
  @Test
  void tcpKeepsTheContractOfTransports() {
    TransportConformance.of(TcpTransport::new).patience(Await.limit()).check().assertConforms();
  }
}
