package dev.flotilla;

import dev.flotilla.ServerStartException.Kind;
import dev.flotilla.dpws.link.UnknownInterface;
import dev.flotilla.dpws.tls.KeysUnusable;
import dev.flotilla.node.MachineAheadOfLog;
import dev.flotilla.node.statemachine.ForeignState;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.NetworkUnusable;
import dev.flotilla.raftdpws.PortInUse;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.raftdpws.faults.FaultPort;
import dev.flotilla.raftdpws.faults.LinkFaults;
import dev.flotilla.raftdpws.founding.FoundingRefused;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Starts the device of a server, and says with a kind and a remedy why it cannot. Stateless. */
final class ServerStart {
  private ServerStart() {}

  /** Settings that may be nonsense, or name an interface that is not there. */
  @FunctionalInterface
  interface Settings {
    RaftDeviceSettings build() throws IOException;
  }

  static RaftDeviceSettings settings(Settings settings) throws ServerStartException {
    try {
      return settings.build();
    } catch (IOException | UnknownInterface e) {
      throw refused(Kind.NETWORK, e);
    } catch (IllegalArgumentException e) {
      throw refused(Kind.SETTINGS, e);
    }
  }

  /** The id of a group that is founded, or the failure as one of this package. */
  static String founded(@Nullable GroupId group, @Nullable Throwable failure) {
    if (group != null) {
      return group.value();
    }
    Throwable cause = failure(failure);
    throw new CompletionException(
        cause instanceof ServerStartException
            ? cause
            : new ServerStartException(Kind.STOPPED, String.valueOf(cause.getMessage()), cause));
  }

  /** Starts it; blocks until it listens and is announced. */
  static RaftDevice device(RaftDeviceSettings settings, StateMachine machine, String directory)
      throws ServerStartException {
    try {
      return RaftDevice.start(settings, machine);
    } catch (PortInUse e) {
      throw refused(Kind.PORT_IN_USE, e);
    } catch (DirectoryRefused e) {
      throw refused(kindOf(e.reason()), e);
    } catch (ForeignState e) {
      throw refused(Kind.DIRECTORY_REFUSED, e);
    } catch (DamagedLog | MachineAheadOfLog e) {
      throw refused(Kind.DAMAGED, e);
    } catch (KeysUnusable | IllegalArgumentException e) {
      throw refused(Kind.SETTINGS, e);
    } catch (NetworkUnusable | SocketException e) {
      throw refused(Kind.NETWORK, e);
    } catch (IOException e) {
      throw new ServerStartException(Kind.DISK, diskTrouble(directory, e), e);
    }
  }

  /** Opens the port for faults, if there is to be one; closes the server if it cannot. */
  static Optional<FaultPort> faultPort(int port, @Nullable LinkFaults faults, RaftDevice device)
      throws ServerStartException {
    if (faults == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(FaultPort.open(port, faults, device::cutOff));
    } catch (IOException | IllegalArgumentException e) {
      faults.close();
      device.close();
      throw new ServerStartException(
          e instanceof IOException ? Kind.PORT_IN_USE : Kind.SETTINGS,
          "the fault port %s cannot be opened: %s; choose another".formatted(port, e.getMessage()),
          e);
    }
  }

  /** Waits for the founding of a group. */
  static String awaitFounded(CompletableFuture<String> founded, String group, Duration atMost)
      throws ServerStartException, InterruptedException {
    if (atMost.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          "a founding is awaited for 1 ms or more, not for %s; pass a longer duration"
              .formatted(atMost));
    }
    try {
      return founded.get(TimeUnit.MILLISECONDS.convert(atMost), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ServerStartException(
          Kind.NOT_FOUNDED_IN_TIME,
          "group %s is not founded after %s ms; are all its founders running, and can they reach each other?"
              .formatted(group, TimeUnit.MILLISECONDS.convert(atMost)),
          null);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof ServerStartException known
          ? known
          : new ServerStartException(
              Kind.STOPPED, "group %s was not founded: %s".formatted(group, cause), cause);
    }
  }

  /** What a user is told of the end of a server. */
  static Throwable failure(@Nullable Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof FoundingRefused) {
      return new ServerStartException(
          Kind.FOUNDING_REFUSED, String.valueOf(cause.getMessage()), cause);
    }
    return cause == null ? new IllegalStateException("the server was closed") : cause;
  }

  /** The message of a file system's exception is often no more than a path. */
  private static String diskTrouble(String directory, IOException e) {
    String what =
        e instanceof FileSystemException
            ? e.getClass().getSimpleName() + " " + e.getMessage()
            : String.valueOf(e.getMessage());
    return "the data directory %s cannot be used: %s; see to its files, their rights and the disk"
        .formatted(directory, what);
  }

  private static Kind kindOf(DirectoryRefused.Reason reason) {
    return switch (reason) {
      case IN_USE -> Kind.DIRECTORY_IN_USE;
      case DAMAGED -> Kind.DAMAGED;
      default -> Kind.DIRECTORY_REFUSED;
    };
  }

  private static ServerStartException refused(Kind kind, Exception cause) {
    return new ServerStartException(kind, String.valueOf(cause.getMessage()), cause);
  }
}
