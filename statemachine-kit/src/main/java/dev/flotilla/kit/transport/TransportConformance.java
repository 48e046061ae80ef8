package dev.flotilla.kit.transport;

import dev.flotilla.node.transport.Transport;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Checks a {@link Transport} against its contract: opens several on the loopback interface, sends
 * frames between them, and disturbs them.
 *
 * <pre>{@code
 * TransportConformance.of(DatagramTransport::new).check().assertConforms();
 * }</pre>
 *
 * <p>Bytes of no server go to the port that the address of the endpoint names, by TCP and UDP, if
 * that is a number. What it does not see: keys, links that lose packets, and hosts that vanish
 * without a word.
 *
 * <p><b>Thread.</b> The caller's, which waits for up to {@link #patience} in each case.
 */
public final class TransportConformance {
  private final Supplier<? extends Transport> transport;
  private Duration patience = Duration.ofSeconds(30);
  private Set<TransportCase> cases = EnumSet.allOf(TransportCase.class);

  private TransportConformance(Supplier<? extends Transport> transport) {
    this.transport = transport;
  }

  /**
   * Prepares checks of a transport.
   *
   * @param transport makes one for each server
   */
  public static TransportConformance of(Supplier<? extends Transport> transport) {
    return new TransportConformance(transport);
  }

  /** How long a transport may take for what it must do in the end. Default: 30 s. */
  public TransportConformance patience(Duration chosen) {
    patience = chosen;
    return this;
  }

  /** Which cases are run; all by default. */
  public TransportConformance only(TransportCase first, TransportCase... others) {
    cases = EnumSet.of(first, others);
    return this;
  }

  /** Runs the cases. */
  public TransportReport check() {
    Map<TransportCase, String> violations = new EnumMap<>(TransportCase.class);
    for (TransportCase each : cases) {
      try (TransportTrial trial = new TransportTrial(transport, patience)) {
        trial.run(each);
      } catch (TransportViolation e) {
        violations.put(each, String.valueOf(e.getMessage()));
      } catch (Exception e) {
        violations.put(each, "threw " + e);
      }
    }
    return new TransportReport(violations);
  }
}
