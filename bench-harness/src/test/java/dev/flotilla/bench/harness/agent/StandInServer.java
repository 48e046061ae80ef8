package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** A server that says who it is and then runs until it is ended; number 3 ends by itself. */
final class StandInServer implements AgentSystem {
  private static final int ENDS = 3;

  @Override
  public String name() {
    return "standin";
  }

  @Override
  public JavaProgram server(
      UUID manager, int number, int servers, Path data, List<String> jvmOptions) {
    return new JavaProgram(
        JavaProgram.classPathOf(StandInServer.class),
        StandInServer.class.getName(),
        jvmOptions,
        List.of(Integer.toString(number), Integer.toString(servers)));
  }

  public static void main(String[] arguments) throws IOException {
    System.out.println("server " + arguments[0] + " of " + arguments[1]);
    if (Integer.parseInt(arguments[0]) != ENDS) {
      System.in.read(); // until the agent that started it ends
    }
  }
}
