package dev.flotilla.sim;

import dev.flotilla.client.Answer;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.Attempt;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.sim.wire.RawClient;
import dev.flotilla.sim.wire.WireNetwork;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Clients that send what no client should: texts that XML cannot carry or that look like markup,
 * empty and long ones, and numbers at their ends; by the production codec, and as bytes that it
 * would never write. What cannot be carried must be refused and never be executed; anything else,
 * if it is executed, must be executed as it was sent.
 */
final class HostileClients {
  private static final int HOST = Simulation.MAX_SERVERS + 1;
  private static final int MAX_PAUSE_NANOS = 300_000_000;
  private static final int MAX_BACK_OFF_NANOS = 50_000_000;
  private static final int LONG_CHARS = 70_000;
  private static final String MARK = "MARK";

  /** Texts for a command, a part of which is text of XML. */
  private static final List<String> TEXTS =
      List.of(
          "\uD800",
          "a\uDC00b",
          "\uFFFE",
          "\uFFFF",
          "\u0000",
          "\u0001\u001F",
          "\u0085\u2028",
          "\uFFFD",
          "\uD83D\uDE00",
          "]]>",
          "<a b='c'>&amp;</a>",
          "<!DOCTYPE x>",
          "\"'>",
          "&#0;",
          "a\r\nb\rc\n\td",
          "  a  ",
          "",
          " ",
          "x".repeat(LONG_CHARS),
          "\u00e4\u20ac".repeat(LONG_CHARS / 2));

  /** What stands in the place of the text of an envelope that is otherwise sound. */
  private static final List<byte[]> BYTES =
      List.of(
          raw(0xF4, 0x90, 0x80, 0x80),
          raw(0xED, 0xA0, 0x80),
          raw(0xED, 0xB0, 0x80),
          raw(0xC0, 0x80),
          raw(0xE0, 0x80, 0xAF),
          raw(0xF8, 0x88, 0x80, 0x80, 0x80),
          raw(0xEF, 0xBF, 0xBE),
          raw(0xEF, 0xBF, 0xBF),
          raw(0xFF),
          raw(0x80),
          raw(0x00),
          raw(0x01),
          ascii("&#0;"),
          ascii("&#1;"),
          ascii("&#xD800;"),
          ascii("&#xDFFF;"),
          ascii("&#xFFFE;"),
          ascii("&#x110000;"),
          ascii("&nothing;"));

  private static final long[] NUMBERS = {
    1,
    2,
    Integer.MAX_VALUE,
    1L << 31,
    1L << 32,
    1L << 48,
    1L << 53,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final List<SimulatedServer> servers;
  private final WireDoor door;
  private final Answers answers;
  private final RawClient raw;
  private final Consumer<Runnable> checks;
  private final Map<String, Command> sent = new HashMap<>();
  private int operations;
  private int refused;
  private int carried;
  private boolean stopped;

  HostileClients(
      EventQueue agenda,
      SplittableRandom random,
      List<SimulatedServer> servers,
      WireNetwork wires,
      WireDoor door,
      Answers answers,
      Consumer<Runnable> checks) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.door = door;
    this.answers = answers;
    this.checks = checks;
    this.raw = new RawClient(wires.begin(HOST, () -> 0));
  }

  /** Every executed command is one that can be sent, and is what its client has sent. */
  void checkExecuted(CommittedCommand executed) {
    Command command = executed.command();
    if (!Carriable.is(command)) {
      throw new Violation("what-is-in-the-log-can-be-sent", "executed is " + command);
    }
    Command original = sent.get(command.uid());
    if (original != null && !original.equals(command)) {
      throw new Violation(
          "carried-as-it-was-sent", "sent was %s, executed is %s".formatted(original, command));
    }
  }

  void start() {
    agenda.after(random.nextInt(MAX_PAUSE_NANOS), this::next);
  }

  void stop() {
    stopped = true;
  }

  Map<String, Integer> counts() {
    return Map.of("hostile command refused", refused, "hostile command carried", carried);
  }

  private void next() {
    if (stopped) {
      return;
    }
    operations++;
    if (random.nextBoolean()) {
      text();
    } else {
      bytes();
    }
    agenda.after(random.nextInt(MAX_PAUSE_NANOS), this::next);
  }

  private int server() {
    return random.nextInt(servers.size());
  }

  /** By the production codec, which must refuse what cannot be carried. */
  private void text() {
    String uid = "h" + operations;
    Command command = new Command(uid, text(TEXTS), Bytes.utf8(text(TEXTS)));
    if (random.nextInt(4) == 0) {
      long number = NUMBERS[random.nextInt(NUMBERS.length)];
      long session = NUMBERS[random.nextInt(NUMBERS.length)];
      command = command.in(new SessionTag(session, number, 1 + random.nextLong(number)));
    }
    sent.put(uid, command);
    send(server(), command);
  }

  private String text(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  private void send(int server, Command command) {
    door.insert(server, command, new Sent(command));
  }

  /** A command that is on its way. */
  private final class Sent implements Attempt<Answer> {
    private final Command command;

    Sent(Command command) {
      this.command = command;
    }

    @Override
    public void answered(Answer answer) {
      carried++;
      if (!Carriable.is(command)) {
        throw new Violation("what-is-in-the-log-can-be-sent", "acknowledged is " + command);
      }
      int place = SimulatedMachine.placeIn(answer.value().orElseThrow());
      answers.executed(command.uid(), place, 0);
    }

    @Override
    public void notLeader(Optional<URI> leader) {
      Optional<SimulatedServer> there =
          door.memberAt(leader)
              .flatMap(it -> servers.stream().filter(at -> at.member().equals(it)).findFirst());
      if (there.isPresent() && !stopped) {
        agenda.after(random.nextInt(MAX_BACK_OFF_NANOS), () -> send(there.get().number, command));
      }
    }

    @Override
    public void refused(RefusalReason reason, String detail) {
      refused++;
    }

    @Override
    public void perhaps(String detail) {
      refused++;
    }
  }

  private void bytes() {
    String uid = "h" + operations;
    byte[] hostile = BYTES.get(random.nextInt(BYTES.size()));
    InsertCommandRequest request =
        random.nextBoolean()
            ? request(uid, MARK, Bytes.utf8("p"))
            : request(uid + MARK, "do", Bytes.utf8(random.nextBoolean() ? MARK : "p"));
    int server = server();
    byte[] sound = MARK.getBytes(StandardCharsets.US_ASCII);
    raw.send(
        server,
        RawClient.request(server, RaftOperations.INSERT_COMMAND, request, sound, hostile),
        answer -> checks.accept(() -> checkRefused(hostile, answer)));
  }

  private static InsertCommandRequest request(String uid, String name, Bytes parameters) {
    return new InsertCommandRequest(new Command(uid, name, parameters), Optional.empty());
  }

  private void checkRefused(byte[] hostile, String answer) {
    if (answer.contains("<") && !answer.contains("Fault")) {
      throw new Violation(
          "what-cannot-be-carried-is-refused",
          "%s was answered: %s".formatted(Bytes.copyOf(hostile), answer));
    }
    refused += answer.isEmpty() ? 0 : 1;
  }

  private static byte[] raw(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return all;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
