package dev.flotilla.dpws.device;

import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Asks devices and services what they are. Any thread; nothing blocks; results are completed on an
 * event loop, or fail with a {@link dev.flotilla.dpws.http.client.CallFailure}.
 */
public final class DeviceExplorer {
  private final SoapCaller caller;

  /** Asks by this caller, which stays the property of whoever made it. */
  public DeviceExplorer(SoapCaller caller) {
    this.caller = caller;
  }

  /**
   * Gets the metadata of a device (WS-Transfer Get).
   *
   * @param device its identity
   * @param address one of its addresses, from discovery
   */
  public CompletionStage<Metadata> device(EndpointReference device, URI address, Duration timeout) {
    return caller.call(address, device, MetadataOperations.GET, EmptyBody.EMPTY, timeout);
  }

  /** Gets all metadata of a hosted service (WS-MetadataExchange GetMetadata). */
  public CompletionStage<Metadata> service(URI address, Duration timeout) {
    return caller.call(
        address, MetadataOperations.GET_METADATA_OPERATION, Optional.empty(), timeout);
  }
}
