package dev.flotilla.order.protocol;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.Payload;

/**
 * The binary form of raft-core's messages, as far as a group needs them that never changes, takes
 * no snapshots and confirms no reads.
 */
final class PeerMessages {
  private static final int PRE_VOTE = 0;
  private static final int PRE_VOTE_RESPONSE = 1;
  private static final int REQUEST_VOTE = 2;
  private static final int REQUEST_VOTE_RESPONSE = 3;
  private static final int APPEND_ENTRIES = 4;
  private static final int APPEND_ENTRIES_RESPONSE = 5;

  private static final int NO_OP = 0;
  private static final int COMMAND = 1;

  private PeerMessages() {}

  static void write(Message message, CompactWriter out) {
    if (message instanceof AppendEntries append) {
      writeAppend(append, out);
    } else if (message instanceof AppendEntriesResponse answer) {
      writeAnswer(answer, out);
    } else {
      writeElection(message, out);
    }
  }

  private static void writeElection(Message message, CompactWriter out) {
    if (message instanceof PreVote vote) {
      begin(PRE_VOTE, vote, out);
      out.position(vote.lastLog());
    } else if (message instanceof PreVoteResponse answer) {
      begin(PRE_VOTE_RESPONSE, answer, out);
      out.flag(answer.voteGranted());
    } else if (message instanceof RequestVote vote) {
      begin(REQUEST_VOTE, vote, out);
      out.position(vote.lastLog());
      out.flag(vote.transfer());
    } else if (message instanceof RequestVoteResponse answer) {
      begin(REQUEST_VOTE_RESPONSE, answer, out);
      out.flag(answer.voteGranted());
    } else {
      throw new IllegalArgumentException("a group without changes sends no " + message);
    }
  }

  private static void begin(int kind, Message message, CompactWriter out) {
    out.octet(kind);
    out.number(message.term());
    out.number(message.sequence());
  }

  private static void writeAppend(AppendEntries append, CompactWriter out) {
    begin(APPEND_ENTRIES, append, out);
    out.position(append.previous());
    out.number(append.leaderCommit());
    out.list(append.entries(), entry -> writeEntry(entry, out));
  }

  private static void writeAnswer(AppendEntriesResponse answer, CompactWriter out) {
    begin(APPEND_ENTRIES_RESPONSE, answer, out);
    out.flag(answer.success());
    out.position(answer.hint());
    out.number(answer.version());
    out.number(answer.priority());
    out.flag(answer.isLeaderCallable());
  }

  static void writeEntry(Entry entry, CompactWriter out) {
    out.position(entry.position());
    out.number(entry.timeMillis());
    if (entry.payload() instanceof Command command) {
      out.octet(COMMAND);
      out.bytes(Bytes.utf8(command.uid()));
      out.bytes(command.parameters());
    } else if (entry.payload() instanceof NoOp) {
      out.octet(NO_OP);
    } else {
      throw new IllegalArgumentException("a group without changes logs no " + entry.payload());
    }
  }

  static Message read(CompactReader in) {
    int kind = in.octet();
    long term = in.number();
    long sequence = in.number();
    return switch (kind) {
      case PRE_VOTE -> new PreVote(term, in.position(), sequence);
      case PRE_VOTE_RESPONSE -> new PreVoteResponse(term, in.flag(), sequence);
      case REQUEST_VOTE -> new RequestVote(term, in.position(), sequence, in.flag());
      case REQUEST_VOTE_RESPONSE -> new RequestVoteResponse(term, in.flag(), sequence);
      case APPEND_ENTRIES -> readAppend(term, sequence, in);
      case APPEND_ENTRIES_RESPONSE ->
          new AppendEntriesResponse(
              term,
              in.flag(),
              in.position(),
              sequence,
              in.smallNumber(),
              in.smallNumber(),
              in.flag() ? LeaderContact.CALLABLE : LeaderContact.NOT_CALLABLE);
      default -> throw new IllegalArgumentException("Raft has no message of kind " + kind);
    };
  }

  private static Message readAppend(long term, long sequence, CompactReader in) {
    var previous = in.position();
    long leaderCommit = in.number();
    return new AppendEntries(term, previous, in.list(() -> readEntry(in)), leaderCommit, sequence);
  }

  private static Entry readEntry(CompactReader in) {
    return new Entry(in.position(), in.number(), readPayload(in));
  }

  private static Payload readPayload(CompactReader in) {
    int kind = in.octet();
    return switch (kind) {
      case NO_OP -> NoOp.INSTANCE;
      case COMMAND -> new Command(in.bytes().toUtf8(), "", in.bytes());
      default -> throw new IllegalArgumentException("Raft has no entry of kind " + kind);
    };
  }
}
