package dev.flotilla;

import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.util.ArrayList;
import java.util.List;

/**
 * A replicated service by its name and the types of its commands and results: what its servers and
 * its clients have in common. A value; any thread, no resources.
 *
 * <pre>{@code
 * Group<Order, Setting> hall = Group.named("hall", Order.class, Setting.class);
 * try (FlotillaServer server = hall.server(new Thermostat()).expect(3).directory(data).start();
 *     FlotillaClient<Order, Setting> client = hall.client().connect()) {
 *   Setting now = client.execute(new SetTarget(21.5));
 * }
 * }</pre>
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public final class Group<C, R> {
  private final String name;
  private final CommandCodec<C> commands;
  private final ResultCodec<C, R> results;
  private final CommandSet versions;

  private Group(
      String name, CommandCodec<C> commands, ResultCodec<C, R> results, CommandSet versions) {
    this.name = name;
    this.commands = commands;
    this.results = results;
    this.versions = versions;
  }

  /**
   * A group whose commands and results are records.
   *
   * @param name 1 to 64 letters, digits, dots, hyphens and underscores; the same on every device
   * @param commandType a record, or a sealed interface of records
   * @param resultType a record, or another type that {@link RecordCodec} can carry
   * @throws IllegalArgumentException if the name or a type cannot be used, with the reason
   */
  public static <C, R> Group<C, R> named(String name, Class<C> commandType, Class<R> resultType) {
    return named(name, RecordCodec.forCommands(commandType), RecordCodec.forValues(resultType));
  }

  /**
   * A group whose commands name their results: each record implements {@link Command}. Call it with
   * a {@link CommandClient}. The state returns for each command a value of the type that it names.
   *
   * @param name as for {@link #named(String, Class, Class)}
   * @param commandType a record, or a sealed interface of records
   * @throws IllegalArgumentException if the name or a type cannot be used, or a record names no
   *     result, with the reason
   */
  public static <C> Group<C, Object> named(String name, Class<C> commandType) {
    return named(
        name,
        RecordCodec.forCommands(commandType),
        RecordCodec.forResults(commandType, ResultTypes::of));
  }

  /**
   * A group with codecs of its own.
   *
   * @throws IllegalArgumentException if the name cannot be used, with the reason
   */
  public static <C, R> Group<C, R> named(
      String name, CommandCodec<C> commands, ValueCodec<R> results) {
    return named(name, commands, ResultCodec.same(results));
  }

  /**
   * A group with codecs of its own, and results by command.
   *
   * @throws IllegalArgumentException if the name cannot be used, with the reason
   */
  public static <C, R> Group<C, R> named(
      String name, CommandCodec<C> commands, ResultCodec<C, R> results) {
    RaftNames.scope(name);
    return new Group<>(name, commands, results, CommandSet.FIRST);
  }

  /**
   * The same group with a later version of its commands: the servers take a command of this version
   * only when every member runs a program whose group names this version or a later one. Until then
   * it is refused, and the refusal names the members that are behind. Without this, a group has
   * version 1.
   *
   * @param number 2 or more, and more than that of this group
   * @param newCommands the records that the version brings; all other commands keep the version
   *     they have. If none is named, all commands count as new
   * @throws IllegalArgumentException if the number is not above that of this group
   */
  @SafeVarargs
  public final Group<C, R> version(int number, Class<? extends C>... newCommands) {
    List<Class<?>> brought = new ArrayList<>();
    for (Class<? extends C> type : newCommands) {
      brought.add(type);
    }
    return new Group<>(name, commands, results, versions.with(number, brought));
  }

  /** The version of the commands, 1 unless {@link #version(int, Class[])} names another. */
  public int version() {
    return versions.version();
  }

  /** The name under which servers and clients find each other. */
  public String name() {
    return name;
  }

  /**
   * Prepares a server of this group.
   *
   * @param state a newly made state of this server's own; it is filled from the log, and from an
   *     image before, if it is a {@link RestorableState}
   */
  public ServerBuilder server(ReplicatedState<C, R> state) {
    ServerBuilder server = FlotillaServer.builder(machine(state)).group(name);
    commands.schema().ifPresent(schema -> server.document("commands.json", schema));
    results.schema().ifPresent(schema -> server.document("results.json", schema));
    return server;
  }

  /**
   * The machine that a server of this group runs with a state, in memory; for tests of it, or to be
   * wrapped. A {@link RestorableStateMachine} if the state is a {@link RestorableState}.
   *
   * @param state newly made, and of no use to anybody else
   */
  public StateMachine machine(ReplicatedState<C, R> state) {
    return state instanceof RestorableState<C, R> restorable
        ? machine(restorable)
        : new TypedStateMachine<>(commands, results, versions.version(), state);
  }

  /** As {@link #machine(ReplicatedState)}, of a state that can be restored. */
  public RestorableStateMachine machine(RestorableState<C, R> state) {
    return new RestorableMachine<>(commands, results, versions.version(), state);
  }

  /** How a query travels, as what {@link #machine} is asked. */
  public Bytes question(C query) {
    return commands.questionOf(query);
  }

  /** Prepares a client of this group. */
  public ClientBuilder<C, R> client() {
    return new ClientBuilder<>(name, commands, results, versions);
  }

  /**
   * A client of this group that sends through a connection which is there already.
   *
   * @param connection to this group; closed with the client
   */
  public FlotillaClient<C, R> over(GroupClient connection) {
    return new FlotillaClient<>(
        connection, commands, results, versions, ReadOptions.linearizable());
  }

  @Override
  public String toString() {
    return "group " + name;
  }
}
