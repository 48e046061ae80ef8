package dev.flotilla.batteries;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerStartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * One server of the lists, in a process of its own. For each line of its standard input it prints
 * one after "= ": for {@code role} its role, for {@code read KEY} what it has applied, without
 * asking anybody. It ends with its input.
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
    FlotillaServer.Builder builder = Lists.group(arguments[0]).server(lists);
    builder.expect(Integer.parseInt(arguments[1])).directory(Path.of(arguments[2]));
    try (FlotillaServer server = builder.start()) {
      new ListServer(server, lists).answerQuestions();
    }
  }

  private void answerQuestions() throws IOException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      System.out.println(ServerUnderTest.ANSWER + answer(line));
      System.out.flush();
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
