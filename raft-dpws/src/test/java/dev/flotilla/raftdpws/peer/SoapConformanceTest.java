package dev.flotilla.raftdpws.peer;

import dev.flotilla.kit.transport.TransportConformance;
import dev.flotilla.testing.Await;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** SOAP keeps the contract of transports. */
@Tag("slow")
class SoapConformanceTest {
  @Test
  void soapKeepsTheContractOfTransports() {
    TransportConformance.of(SoapFrames::new).patience(Await.limit()).check().assertConforms();
  }
}
