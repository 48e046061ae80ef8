package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.Attack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Messages between members, in the name of one of them. Servers are numbered from 0.
 *
 * @param arena where to
 * @param views of all servers
 * @param leader the first that leads
 * @param follower the first other one
 * @param term of the leader, or another one
 */
record Forgery(Arena arena, List<View> views, int leader, int follower, long term) {
  private static final long LEADER_MILLIS = 10_000;
  private static final AtomicLong SEQUENCES = new AtomicLong(1L << 40);
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+):?([^}]*)}");

  /** The messages, with places for what may be forged, and what is there otherwise. */
  enum Message {
    REQUEST_VOTE(
        "r:RequestVote",
        """
        <r:term>{term}</r:term><r:candidateId>{address}</r:candidateId>\
        <r:lastLogIndex>{index:1000000}</r:lastLogIndex><r:lastLogTerm>{indexTerm:1}</r:lastLogTerm>\
        {transfer:}\
        """),
    PRE_VOTE(
        "f:PreVote",
        """
        <f:term>{term}</f:term><f:candidateId>{address}</f:candidateId>\
        <f:lastLogIndex>{index:1000000}</f:lastLogIndex><f:lastLogTerm>{indexTerm:1}</f:lastLogTerm>\
        """),
    APPEND_ENTRIES(
        "r:AppendEntries",
        """
        <r:term>{term}</r:term><r:leaderId>{address}</r:leaderId>\
        <r:prevLogIndex>{index:1000000}</r:prevLogIndex><r:prevLogTerm>{indexTerm:1}</r:prevLogTerm>\
        <r:entries>{entries:}</r:entries><r:leaderCommit>{commit:1}</r:leaderCommit>\
        """),
    TIMEOUT_NOW("f:TimeoutNow", "<f:term>{term}</f:term><f:address>{address}</f:address>"),
    READ_INDEX(
        "f:ReadIndex",
        "<f:term>{term}</f:term><f:address>{address}</f:address><f:round>{round:1}</f:round>"),
    INSTALL_SNAPSHOT(
        "f:InstallSnapshot",
        """
        <f:term>{term}</f:term><f:address>{address}</f:address><f:snapshot>\
        <f:index>{index:1000000}</f:index><f:term>{indexTerm:1}</f:term><f:timeMillis>1</f:timeMillis>\
        <f:configuration><f:voter>{from}</f:voter></f:configuration>\
        <f:activeVersion>1</f:activeVersion><f:sizeBytes>{size:8}</f:sizeBytes>\
        <f:checksum>{checksum:1}</f:checksum></f:snapshot><f:offset>{offset:0}</f:offset>\
        <f:data>AAAAAAAAAAA=</f:data>\
        """);

    private final String action;
    private final String template;

    Message(String name, String body) {
      boolean isOld = name.startsWith("r:");
      action = (isOld ? Soap.R + "/RAFT_Service/" : Soap.F + "/RaftPeer/") + name.substring(2);
      template =
          """
          <%sRequest>%s<f:peer><f:version>1</f:version><f:group>{group}</f:group>\
          <f:from>{from}</f:from><f:to>{to}</f:to><f:sequence>{sequence}</f:sequence></f:peer>\
          </%sRequest>\
          """
              .formatted(name, body, name);
    }
  }

  /** Sends what is forged, and returns the last answer. */
  @FunctionalInterface
  interface Sending {
    String send(Forgery forgery) throws IOException, InterruptedException;
  }

  /** Sends some times what is forged, each time of the servers as they are then. */
  static Attack attack(int times, Sending sending) {
    return arena -> {
      String last = "";
      for (int i = 0; i < times; i++) {
        last = sending.send(of(arena));
      }
      return last;
    };
  }

  /** Looks at the servers first, until one of them leads. */
  static Forgery of(Arena arena) throws IOException, InterruptedException {
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
    View leader = views.stream().filter(View::isLeading).findFirst().orElseThrow();
    int at = views.indexOf(leader);
    return new Forgery(arena, List.copyOf(views), at, at == 0 ? 1 : 0, leader.term());
  }

  Forgery withTerm(long other) {
    return new Forgery(arena, views, leader, follower, other);
  }

  /** The server that is neither the leader nor the follower. */
  int other() {
    return IntStream.range(0, views.size())
        .filter(server -> server != leader && server != follower)
        .findFirst()
        .orElseThrow();
  }

  String address(int server) {
    return arena.targets().get(server).url();
  }

  /** The last index of the follower. */
  long lastIndex() {
    return views.get(follower).lastIndex();
  }

  static String member(View view) {
    return "<f:id>%s</f:id><f:incarnation>%s</f:incarnation>"
        .formatted(view.id(), view.incarnation());
  }

  static String entry(
      long index, long term, String uid, String parameters, String own, long millis) {
    return """
    <r:entry><r:uid>%s</r:uid><r:index>%s</r:index><r:term>%s</r:term><r:command></r:command>\
    <r:parameters>%s</r:parameters>%s<f:timeMillis>%s</f:timeMillis></r:entry>\
    """
        .formatted(uid, index, term, parameters, own, millis);
  }

  static String noOp(long index, long term, long millis) {
    return entry(index, term, "", "", "<f:noOp/>", millis);
  }

  /**
   * An envelope.
   *
   * @param values what is in a place, as {@code index=2}, instead of what is usual
   */
  String message(Message message, int from, int to, String... values) {
    Map<String, String> all = new HashMap<>();
    all.put("term", Long.toString(term));
    all.put("address", address(from));
    all.put("group", views.get(to).group());
    all.put("from", member(views.get(from)));
    all.put("to", member(views.get(to)));
    all.put("sequence", Long.toString(SEQUENCES.incrementAndGet()));
    for (String value : values) {
      int at = value.indexOf('=');
      all.put(value.substring(0, at), value.substring(at + 1));
    }
    Function<MatchResult, String> value = place -> all.getOrDefault(place.group(1), place.group(2));
    String body =
        PLACE.matcher(message.template).replaceAll(value.andThen(Matcher::quoteReplacement));
    return Soap.envelope(arena.targets().get(to), message.action, body);
  }

  RawHttp.Answer send(int to, String envelope) throws IOException {
    return arena.http().post(arena.targets().get(to), envelope);
  }

  /** Sends a message and returns the answer in words. */
  String send(Message message, int from, int to, String... values) throws IOException {
    return send(to, message(message, from, to, values)).summary();
  }

  /** Sends a message of the leader to the follower. */
  String send(Message message, String... values) throws IOException {
    return send(message, leader, follower, values);
  }

  /** Sends each server a message of another one. */
  String sendEach(Message message, String... values) throws IOException {
    String last = "";
    for (int to = 0; to < Network.SERVERS; to++) {
      last = send(message, (to + 1) % Network.SERVERS, to, values);
    }
    return last;
  }
}
