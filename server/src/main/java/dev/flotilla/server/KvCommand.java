package dev.flotilla.server;

import dev.flotilla.bdb.KeyValueChange;
import dev.flotilla.bdb.KeyValueClient;
import dev.flotilla.bdb.KeyValueClient.Entry;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.bdb.TextCodec;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Watch;
import dev.flotilla.node.statemachine.EscapedText;
import dev.flotilla.server.json.KvDoneJson;
import dev.flotilla.server.json.PairChangeJson;
import dev.flotilla.server.json.PairJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads and changes the pairs of a key-value store. */
@Command(
    name = "kv",
    description = {
      "Reads and changes the pairs of a key-value store.",
      "The group runs with --state-machine key-value. Keys and values are text.",
      "An absent key ends with exit code 1."
    },
    subcommands = {
      KvCommand.Get.class,
      KvCommand.Put.class,
      KvCommand.Delete.class,
      KvCommand.Cas.class,
      KvCommand.ListPairs.class,
      KvCommand.WatchPairs.class,
      KvCommand.Lease.class
    })
final class KvCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name what to do: get, put, delete, cas, list, watch or lease");
  }

  /** What the subcommands have in common. */
  private abstract static class OnPairs implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private GroupOptions options = new GroupOptions();
    @Mixin private JsonOption json = new JsonOption();

    /** Does what the command is for; returns the exit code. */
    abstract ExitCode run(KeyValueClient<String, String> map) throws CommandFailure, IOException;

    @Override
    public Integer call() throws CommandFailure {
      return options.run(GroupOptions.MachineKind.KEY_VALUE, this::run);
    }

    private int run(GroupClient connection) throws CommandFailure, IOException {
      TextCodec text = new TextCodec();
      try (var map = KeyValueClient.over(options.group(), connection, text, text)) {
        return run(map).number();
      }
    }

    /** Prints one line of fields with tabs between them. */
    void print(String... fields) {
      StringBuilder line = new StringBuilder();
      for (String field : fields) {
        EscapedText.append(field, line.append(line.isEmpty() ? "" : "\t"));
      }
      printRaw(line.toString());
    }

    /** Prints a document if JSON is wanted; returns whether it did. */
    boolean printed(Record document) {
      return json.print(spec.commandLine().getOut(), document);
    }

    /** Says by the exit code, and in JSON, whether a key was changed. */
    ExitCode ended(String key, boolean isDone) {
      boolean unused = printed(new KvDoneJson(key, null, isDone));
      return codeOf(isDone);
    }

    void printRaw(String line) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(line);
      out.flush();
    }

    static Duration seconds(String what, long seconds) throws CommandFailure {
      long most = KeyValueStore.MAX_TTL_MILLIS / 1_000;
      if (seconds < 1 || seconds > most) {
        throw new CommandFailure(
            ExitCode.USAGE, what + " is 1 to " + most + " seconds, not " + seconds);
      }
      return Duration.ofSeconds(seconds);
    }

    static ExitCode codeOf(boolean isDone) {
      return isDone ? ExitCode.OK : ExitCode.NEGATIVE;
    }
  }

  /** Prints a value. */
  @Command(
      name = "get",
      description = {
        "Prints the value of a key. Exit code 1: it is absent.",
        "The value is printed as it is, with a line feed."
      })
  static final class Get extends OnPairs {
    @Parameters(paramLabel = "KEY")
    private String key = "";

    @Override
    ExitCode run(KeyValueClient<String, String> map) {
      Optional<String> value = map.get(key);
      if (!printed(new PairJson(key, value.orElse(null)))) {
        value.ifPresent(this::printRaw);
      }
      return codeOf(value.isPresent());
    }
  }

  /** Sets a value. */
  @Command(name = "put", description = "Sets the value of a key.")
  static final class Put extends OnPairs {
    @Parameters(index = "0", paramLabel = "KEY")
    private String key = "";

    @Parameters(index = "1", paramLabel = "VALUE")
    private String value = "";

    @ArgGroup private Until until = new Until();

    /** At most one of the two. */
    static final class Until {
      @Option(
          names = "--ttl",
          paramLabel = "SECONDS",
          description = "The key is removed after so long.")
      private @Nullable Long ttlSeconds;

      @Option(
          names = "--lease",
          paramLabel = "ID",
          description = "The key is removed when this lease ends.")
      private @Nullable Long lease;
    }

    @Override
    ExitCode run(KeyValueClient<String, String> map) throws CommandFailure {
      TextFields.requireText(key + value, "use UTF-8 in a UTF-8 locale");
      if (until.ttlSeconds != null) {
        map.put(key, value, seconds("--ttl", until.ttlSeconds));
      } else if (until.lease != null) {
        map.put(key, value, map.lease(until.lease));
      } else {
        map.put(key, value);
      }
      return ended(key, true);
    }
  }

  /** Grants, keeps and ends leases. */
  @Command(
      name = "lease",
      description = {
        "Grants, keeps or ends a lease of keys.",
        "'grant SECONDS' prints the id, 'keep ID' lets it begin anew, and 'end ID' removes its keys.",
        "Exit code 1: it has ended."
      })
  static final class Lease extends OnPairs {
    @Parameters(index = "0", paramLabel = "WHAT", description = "grant, keep or end.")
    private String what = "";

    @Parameters(index = "1", paramLabel = "NUMBER", description = "The seconds, or the id.")
    private long number;

    @Override
    ExitCode run(KeyValueClient<String, String> map) throws CommandFailure {
      boolean isThere = true;
      long id = number;
      switch (what) {
        case "grant" -> id = map.lease(seconds("a lease", number)).id();
        case "keep" -> isThere = map.lease(number).keep();
        case "end" -> {
          isThere = map.lease(number).keep();
          map.lease(number).end();
        }
        default ->
            throw new CommandFailure(
                ExitCode.USAGE, "a lease is for grant, keep or end, not '" + what + "'");
      }
      if (!printed(new KvDoneJson(null, id, isThere)) && what.equals("grant")) {
        print(Long.toString(id));
      }
      return codeOf(isThere);
    }
  }

  /** Removes a key. */
  @Command(name = "delete", description = "Removes a key. Exit code 1: it was absent.")
  static final class Delete extends OnPairs {
    @Parameters(paramLabel = "KEY")
    private String key = "";

    @Override
    ExitCode run(KeyValueClient<String, String> map) {
      return ended(key, map.delete(key));
    }
  }

  /** Sets or removes a key that has an expected value. */
  @Command(
      name = "cas",
      description = {
        "Sets the value of a key if it has an expected value, or is absent.",
        "Without NEW the key is removed. Exit code 1: it has another value."
      })
  static final class Cas extends OnPairs {
    @ArgGroup(multiplicity = "1")
    private Expected expected = new Expected();

    @Parameters(index = "0", paramLabel = "KEY")
    private String key = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "NEW")
    private @Nullable String next;

    /** One of the two. */
    static final class Expected {
      @Option(names = "--expect", paramLabel = "VALUE", description = "The expected value.")
      private @Nullable String value;

      @Option(names = "--absent", description = "The key must be absent.")
      private boolean isAbsent;
    }

    @Override
    ExitCode run(KeyValueClient<String, String> map) throws CommandFailure {
      TextFields.requireText(key + next + expected.value, "use UTF-8 in a UTF-8 locale");
      Optional<String> wanted =
          expected.isAbsent ? Optional.empty() : Optional.ofNullable(expected.value);
      return ended(key, map.compareAndSet(key, wanted, Optional.ofNullable(next)));
    }
  }

  /** Prints pairs. */
  @Command(
      name = "list",
      description = {
        "Prints the pairs whose keys begin with a prefix.",
        "A line has the key, a tab and the value.",
        "Tabs, line feeds and backslashes in them are escaped."
      })
  static final class ListPairs extends OnPairs {
    @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "Default: all keys.")
    private String prefix = "";

    @Override
    ExitCode run(KeyValueClient<String, String> map) {
      List<Entry<String, String>> all = map.list(prefix);
      for (Entry<String, String> each : all) {
        if (!printed(new PairJson(each.key(), each.value()))) {
          print(each.key(), each.value());
        }
      }
      return ExitCode.OK;
    }
  }

  /** Prints changes. */
  @Command(
      name = "watch",
      description = {
        "Prints changes of keys that begin with a prefix, until interrupted.",
        "A line has the index, 'put', key and value, or the index, 'delete' and key, with tabs",
        "between them. 'dropped FROM NEXT' means: the group cannot tell these changes any more."
      })
  static final class WatchPairs extends OnPairs {
    @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "Default: all keys.")
    private String prefix = "";

    @Option(
        names = "--from",
        paramLabel = "INDEX",
        description = "The first index. Default: what changes from now on.")
    private @Nullable Long from;

    @Override
    ExitCode run(KeyValueClient<String, String> map) throws CommandFailure, IOException {
      if (from != null && from < 1) {
        throw new CommandFailure(ExitCode.USAGE, "--from is an index from 1 on, not " + from);
      }
      OptionalLong start = from == null ? OptionalLong.empty() : OptionalLong.of(from);
      try (Watch watch = map.watch(prefix, start, this::show)) {
        watch.ended().toCompletableFuture().join();
        return ExitCode.OK;
      } catch (CompletionException e) {
        throw new CommandFailure(
            ExitCode.NEGATIVE,
            String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()),
            e);
      }
    }

    private void show(KeyValueChange<String, String> change) {
      if (printed(PairChangeJson.of(change))) {
        return;
      }
      if (change instanceof KeyValueChange.Put<String, String> put) {
        print(Long.toString(put.index()), "put", put.key(), put.value());
      } else if (change instanceof KeyValueChange.Removed<String, String> removed) {
        print(Long.toString(removed.index()), "delete", removed.key());
      } else if (change instanceof KeyValueChange.Dropped<String, String> dropped) {
        print("dropped", Long.toString(dropped.fromIndex()), Long.toString(dropped.nextIndex()));
      }
    }
  }
}
