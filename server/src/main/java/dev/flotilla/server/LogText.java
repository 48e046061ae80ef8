package dev.flotilla.server;

import dev.flotilla.node.statemachine.EscapedText;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.server.json.EntryJson;
import dev.flotilla.storage.log.InspectedFile;
import dev.flotilla.storage.log.Inspection;
import java.util.List;
import java.util.stream.Collectors;

/** Files and entries of a log as lines of text; {@link LogCommand} says how they look. */
final class LogText {
  private static final char TAB = '\t';

  private LogText() {}

  /** Without an end of line. */
  static String line(InspectedFile file) {
    StringBuilder line = new StringBuilder();
    EscapedText.append(file.name(), line);
    line.append(TAB).append(file.kind()).append(TAB).append(file.firstIndex());
    line.append(TAB).append(file.lastIndex()).append(TAB).append(file.records());
    line.append(TAB).append(file.bytes()).append(TAB);
    EscapedText.append(file.remark(), line);
    return line.toString();
  }

  static String extent(Inspection inspection) {
    long first = inspection.firstIndex();
    long last = inspection.lastIndex();
    return last < first ? "no entries after " + last : "entries " + first + " to " + last;
  }

  /** Without an end of line. */
  static String line(Entry entry) {
    StringBuilder line = new StringBuilder();
    line.append(entry.index()).append(TAB).append(entry.term());
    line.append(TAB).append(entry.timeMillis());
    line.append(TAB).append(kindOf(entry.payload())).append(TAB);
    if (entry.payload() instanceof Command command) {
      append(command, line);
    } else if (entry.payload() instanceof OpenSession open) {
      EscapedText.append(open.uid(), line);
      line.append(TAB).append(TAB).append(TAB);
    } else {
      line.append(TAB).append(TAB).append(TAB).append(parametersOf(entry.payload()));
    }
    return line.toString();
  }

  /** The same as JSON. */
  static EntryJson document(Entry entry) {
    if (entry.payload() instanceof Command command) {
      return EntryJson.ofCommand(
          entry, kindOf(command), command, command.session().map(LogText::textOf).orElse(null));
    }
    String uid = entry.payload() instanceof OpenSession open ? open.uid() : null;
    return EntryJson.of(entry, kindOf(entry.payload()), uid, parametersOf(entry.payload()));
  }

  private static void append(Command command, StringBuilder line) {
    EscapedText.append(command.uid(), line);
    line.append(TAB).append(command.session().map(LogText::textOf).orElse("")).append(TAB);
    EscapedText.append(command.command(), line);
    line.append(TAB);
    EscapedText.append(command.parameters(), line);
  }

  private static String textOf(SessionTag tag) {
    return tag.session() + "/" + tag.sequence() + "/" + tag.lowestUnanswered();
  }

  private static String kindOf(Payload payload) {
    if (payload instanceof Command) {
      return "command";
    }
    if (payload instanceof OpenSession) {
      return "open-session";
    }
    if (payload instanceof NoOp) {
      return "no-op";
    }
    if (payload instanceof Configuration) {
      return "configuration";
    }
    if (payload instanceof ActivateVersion) {
      return "activate-version";
    }
    if (payload instanceof ActivateCommands) {
      return "activate-commands";
    }
    return payload instanceof WitnessEntry ? "withheld" : payload.getClass().getSimpleName();
  }

  private static String parametersOf(Payload payload) {
    if (payload instanceof ActivateVersion activation) {
      return Integer.toString(activation.version());
    }
    if (payload instanceof ActivateCommands activation) {
      return Integer.toString(activation.version());
    }
    return payload instanceof Configuration configuration ? textOf(configuration) : "";
  }

  private static String textOf(Configuration configuration) {
    return "voters "
        + textOf(configuration.voters())
        + "; outgoing "
        + textOf(configuration.outgoing())
        + "; learners "
        + textOf(configuration.learners())
        + "; goal "
        + textOf(configuration.goal())
        + "; witnesses "
        + textOf(configuration.witnesses());
  }

  private static String textOf(List<Member> members) {
    return members.isEmpty()
        ? "none"
        : members.stream().map(Member::toString).collect(Collectors.joining(", "));
  }
}
