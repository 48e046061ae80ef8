package dev.flotilla.bench.harness.device;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.OperationHandler;
import dev.flotilla.dpws.soap.SoapFault;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The device of an agent, with the one thread that does what managers ask, and all that is released
 * at its end.
 *
 * <p><b>Thread.</b> Any thread; {@link #open} and {@link #close} block.
 */
public final class AgentDevice implements AutoCloseable {
  private static final long END_MILLIS = 500;

  private final DeviceSettings settings;
  private final UUID id = UUID.randomUUID();
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final ScheduledExecutorService executor;
  private final EventLoops loops;
  private final CompletableFuture<Device> opened = new CompletableFuture<>();

  /**
   * A device that does not listen yet.
   *
   * @param thread the name of its thread
   * @param resources what its work needs, released when that has ended, the last one first
   */
  public AgentDevice(DeviceSettings settings, String thread, AutoCloseable... resources) {
    this.settings = settings;
    for (AutoCloseable resource : resources) {
      own(resource);
    }
    executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, thread));
    own(this::endExecutor);
    loops = own(EventLoops.start(1, "flotilla-agent-net"));
  }

  /** Describes a device. */
  @FunctionalInterface
  public interface Model {
    /** Adds what is special about it: types, scopes, services. */
    Device.Builder describe(Device.Builder device) throws IOException;
  }

  /** Releases a resource at the end, before those that came earlier. */
  public <T extends AutoCloseable> T own(T resource) {
    owned.push(resource);
    return resource;
  }

  /**
   * Listens and is announced when this returns; if that fails, everything is released.
   *
   * @throws IOException if the address or the interface cannot be used, or the model is not there
   */
  public void open(Model model) throws IOException {
    try {
      Discovery discovery = own(Discovery.open(settings.discovery()));
      Device.Builder builder =
          Device.builder(id)
              .model(ThisModel.of("Flotilla", "Flotilla benchmark agent"))
              .device(new ThisDevice("Agent of " + settings.name(), null, id.toString()))
              .address(new InetSocketAddress(settings.address(), 0))
              .eventLoops(loops)
              .discovery(discovery);
      opened.complete(own(model.describe(builder).start()));
    } catch (IOException | RuntimeException e) {
      opened.completeExceptionally(e); // A request that has come already waits for it.
      close();
      throw e;
    }
  }

  /** The identity of the device. */
  public UUID id() {
    return id;
  }

  /** The device; waits until it is open. */
  public Device device() {
    return opened.join();
  }

  /** The thread of its work. */
  public ScheduledExecutorService executor() {
    return executor;
  }

  /** Its network. */
  public EventLoops loops() {
    return loops;
  }

  /** Handles requests on the thread of the agent, one at a time. */
  public <Q, A> OperationHandler<Q, A> inTurn(OperationHandler<Q, A> handler) {
    return (request, exchange) -> {
      try {
        executor.execute(() -> handler.handle(request, exchange));
      } catch (RejectedExecutionException e) {
        refuseAtEnd(exchange);
      }
    };
  }

  /** Answers what cannot be done any more. */
  public static void refuseAtEnd(Exchange<?> exchange) {
    exchange.fault(SoapFault.receiver("the agent is ending"));
  }

  /** Waits for what it does, so that nothing is started behind the back of the end. */
  private void endExecutor() throws InterruptedException {
    executor.shutdownNow();
    boolean unused = executor.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Says Bye, and releases everything. Idempotent. */
  @Override
  public synchronized void close() {
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        settings.log().accept(String.valueOf(e.getMessage()));
      }
    }
  }
}
