package dev.flotilla.systemtests;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import dev.flotilla.ServerStartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * One server of the lists, in a process of its own. It answers {@code role} with its role, and
 * {@code read KEY} with what it has applied, without asking anybody.
 */
final class ListServer {
  private final FlotillaServer server;
  private final Lists lists;

  private ListServer(FlotillaServer server, Lists lists) {
    this.server = server;
    this.lists = lists;
  }

  /** Takes the group's name, the number of founders and the data directory. */
  public static void main(String[] arguments) throws IOException, ServerStartException {
    Lists lists = new Lists();
    ServerBuilder builder = Lists.group(arguments[0]).server(lists);
    builder.expect(Integer.parseInt(arguments[1])).refuseDamage().directory(Path.of(arguments[2]));
    try (FlotillaServer server = builder.start()) {
      Questions.answer(new ListServer(server, lists)::answer);
    }
  }

  private String answer(String question) {
    if (question.startsWith(ServerUnderTest.READ)) {
      return lists.read(question.substring(ServerUnderTest.READ.length())).values().stream()
          .map(String::valueOf)
          .collect(Collectors.joining(" "));
    }
    return server.role();
  }
}
