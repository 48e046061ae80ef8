package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Messages between members, in the name of one of them.
 *
 * @param arena where to
 * @param views of all servers
 */
record Forgery(Arena arena, List<View> views) {
  private static final long LEADER_MILLIS = 10_000;
  private static final AtomicLong SEQUENCES = new AtomicLong(1L << 40);

  /** Looks at the servers first, until one of them leads. */
  static Forgery of(Arena arena) throws UnexpectedAnswer, IOException, InterruptedException {
    List<View> views = new ArrayList<>();
    arena.await(
        "a server leads",
        LEADER_MILLIS,
        () -> {
          views.clear();
          for (Target target : arena.targets()) {
            views.add(arena.view(target));
          }
          return views.stream().anyMatch(View::isLeading);
        });
    return new Forgery(arena, List.copyOf(views));
  }

  int leader() throws IOException {
    for (int i = 0; i < views.size(); i++) {
      if (views.get(i).isLeading()) {
        return i;
      }
    }
    throw new IOException("no server leads");
  }

  /** One that does not lead, and is not another one. */
  int follower(int... others) throws IOException {
    for (int i = 0; i < views.size(); i++) {
      boolean isOther = false;
      for (int other : others) {
        isOther |= other == i;
      }
      if (!isOther && i != leader()) {
        return i;
      }
    }
    throw new IOException("no such follower");
  }

  String address(int server) {
    return arena.targets().get(server).url();
  }

  long term() throws IOException {
    return views.get(leader()).term();
  }

  static String member(View view) {
    return "<f:id>"
        + view.id()
        + "</f:id><f:incarnation>"
        + view.incarnation()
        + "</f:incarnation>";
  }

  private String header(int from, int to) {
    return "<f:peer><f:version>1</f:version><f:group>"
        + views.get(to).group()
        + "</f:group><f:from>"
        + member(views.get(from))
        + "</f:from><f:to>"
        + member(views.get(to))
        + "</f:to><f:sequence>"
        + SEQUENCES.incrementAndGet()
        + "</f:sequence></f:peer>";
  }

  /** Sends a request. */
  RawHttp.Answer send(int to, String envelope) throws IOException {
    return arena.http().post(arena.targets().get(to), envelope);
  }

  String requestVote(int from, int to, String address, String term, boolean transfer) {
    return envelope(
        to,
        Soap.R + "/RAFT_Service/RequestVote",
        "<r:RequestVoteRequest><r:term>"
            + term
            + "</r:term><r:candidateId>"
            + address
            + "</r:candidateId><r:lastLogIndex>1000000</r:lastLogIndex><r:lastLogTerm>1"
            + "</r:lastLogTerm>"
            + (transfer ? "<f:transfer/>" : "")
            + header(from, to)
            + "</r:RequestVoteRequest>");
  }

  String preVote(int from, int to, String address, String term) {
    return envelope(
        to,
        Soap.F + "/RaftPeer/PreVote",
        "<f:PreVoteRequest><f:term>"
            + term
            + "</f:term><f:candidateId>"
            + address
            + "</f:candidateId><f:lastLogIndex>1000000</f:lastLogIndex><f:lastLogTerm>1"
            + "</f:lastLogTerm>"
            + header(from, to)
            + "</f:PreVoteRequest>");
  }

  /** Where an AppendEntries goes on. */
  record Place(String previousIndex, String previousTerm, String commit) {}

  String append(int from, int to, String address, String term, Place place, String entries) {
    return envelope(
        to,
        Soap.R + "/RAFT_Service/AppendEntries",
        "<r:AppendEntriesRequest><r:term>"
            + term
            + "</r:term><r:leaderId>"
            + address
            + "</r:leaderId><r:prevLogIndex>"
            + place.previousIndex()
            + "</r:prevLogIndex><r:prevLogTerm>"
            + place.previousTerm()
            + "</r:prevLogTerm><r:entries>"
            + entries
            + "</r:entries><r:leaderCommit>"
            + place.commit()
            + "</r:leaderCommit>"
            + header(from, to)
            + "</r:AppendEntriesRequest>");
  }

  static String noOp(String index, String term, String millis) {
    return "<r:entry><r:uid></r:uid><r:index>"
        + index
        + "</r:index><r:term>"
        + term
        + "</r:term><r:command></r:command><r:parameters></r:parameters><f:noOp/><f:timeMillis>"
        + millis
        + "</f:timeMillis></r:entry>";
  }

  String timeoutNow(int from, int to, String address, String term) {
    return envelope(
        to,
        Soap.F + "/RaftPeer/TimeoutNow",
        "<f:TimeoutNowRequest><f:term>"
            + term
            + "</f:term><f:address>"
            + address
            + "</f:address>"
            + header(from, to)
            + "</f:TimeoutNowRequest>");
  }

  String readIndex(int from, int to, String address, String term, String round) {
    return envelope(
        to,
        Soap.F + "/RaftPeer/ReadIndex",
        "<f:ReadIndexRequest><f:term>"
            + term
            + "</f:term><f:address>"
            + address
            + "</f:address><f:round>"
            + round
            + "</f:round>"
            + header(from, to)
            + "</f:ReadIndexRequest>");
  }

  /** What a forged snapshot stands for. */
  record Snapshot(String index, String term, String size, String offset, String checksum) {
    /** One whose content is not what its checksum is of. */
    Snapshot(String index, String term, String size, String offset) {
      this(index, term, size, offset, "1");
    }
  }

  String snapshot(int from, int to, String term, Snapshot of) {
    String voter = "<f:voter>" + member(views.get(from)) + "</f:voter>";
    return envelope(
        to,
        Soap.F + "/RaftPeer/InstallSnapshot",
        "<f:InstallSnapshotRequest><f:term>"
            + term
            + "</f:term><f:address>"
            + address(from)
            + "</f:address><f:snapshot><f:index>"
            + of.index()
            + "</f:index><f:term>"
            + of.term()
            + "</f:term><f:timeMillis>1</f:timeMillis><f:configuration>"
            + voter
            + "</f:configuration><f:activeVersion>1</f:activeVersion><f:sizeBytes>"
            + of.size()
            + "</f:sizeBytes><f:checksum>"
            + of.checksum()
            + "</f:checksum></f:snapshot><f:offset>"
            + of.offset()
            + "</f:offset><f:data>AAAAAAAAAAA=</f:data>"
            + header(from, to)
            + "</f:InstallSnapshotRequest>");
  }

  private String envelope(int to, String action, String body) {
    return Soap.envelope(arena.targets().get(to), action, body);
  }
}
