package dev.flotilla.bench.harness;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.ClientProcess;
import dev.flotilla.bench.harness.flotilla.SystemVariant;
import java.util.List;

/**
 * A system all of whose clients are one object of its client library, which has a command of each
 * in flight.
 */
final class SharedVariant extends SystemVariant {
  /** Ends the name of the system. */
  static final String SHARED = "+shared";

  SharedVariant(SystemUnderTest system) {
    super(system);
  }

  @Override
  public String name() {
    return system().name() + SHARED;
  }

  @Override
  public String configuration() {
    return "one client object for all clients; " + system().configuration();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new SharedVariant(system().withJvmOptions(options));
  }

  @Override
  public JavaProgram client() {
    return ClientProcess.sharing(system().client());
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return ClientProcess.sharing(system().client(reconnection));
  }
}
