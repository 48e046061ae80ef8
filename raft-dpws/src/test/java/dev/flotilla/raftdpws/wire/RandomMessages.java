package dev.flotilla.raftdpws.wire;

import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.ReadRevocationsRequest;
import dev.flotilla.raftdpws.message.ReadRevocationsResponse;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import dev.flotilla.raftdpws.message.StateSeen;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Draws messages of every kind, of a size and content that codecs may stumble over. */
final class RandomMessages {
  private static final int MAX_ENTRIES = 20;
  private static final String AWKWARD = "<>&\"' \t\n\r]]>€\u00e9\ud83d\ude00\u0085\u2028";

  private final SplittableRandom random;

  RandomMessages(long seed) {
    this.random = new SplittableRandom(seed);
  }

  InsertCommandRequest insertCommandRequest() {
    return new InsertCommandRequest(command(), maybe(this::group), 1 + random.nextInt(3));
  }

  InsertCommandResponse insertCommandResponse() {
    return random.nextBoolean()
        ? InsertCommandResponse.executed(random.nextBoolean(), bytes())
        : InsertCommandResponse.notLeader(random.nextBoolean() ? address() : "unknown");
  }

  OpenSessionRequest openSessionRequest() {
    return new OpenSessionRequest(new OpenSession(uid()), maybe(this::group));
  }

  OpenSessionResponse openSessionResponse() {
    return random.nextBoolean()
        ? OpenSessionResponse.opened(1 + number())
        : OpenSessionResponse.notLeader(random.nextBoolean() ? address() : "unknown");
  }

  ReadRequest readRequest() {
    ReadRequest request = plainReadRequest();
    return random.nextBoolean() ? request : request.at(readLevel());
  }

  private ReadLevel readLevel() {
    int seenIndex = random.nextInt(1_000);
    return switch (random.nextInt(3)) {
      case 0 -> new ReadLevel(Consistency.LINEARIZABLE, 0, seenIndex);
      case 1 -> new ReadLevel(Consistency.BOUNDED, random.nextInt(100_000), seenIndex);
      default -> new ReadLevel(Consistency.LOCAL, 0, seenIndex);
    };
  }

  private ReadRequest plainReadRequest() {
    return switch (random.nextInt(3)) {
      case 0 -> new ReadRequest(Optional.of(uid()), Optional.empty(), maybe(this::group));
      case 1 -> new ReadRequest(Optional.empty(), Optional.of(bytes()), maybe(this::group));
      default -> ReadRequest.last();
    };
  }

  ReadResponse readResponse() {
    ReadResponse response = datelessReadResponse();
    return switch (random.nextInt(3)) {
      case 0 -> response;
      case 1 -> response.of(new StateSeen(number(), OptionalLong.empty()));
      default -> response.of(new StateSeen(number(), OptionalLong.of(random.nextInt(100_000))));
    };
  }

  private ReadResponse datelessReadResponse() {
    return switch (random.nextInt(4)) {
      case 0 -> ReadResponse.NOT_FOUND;
      case 1 -> ReadResponse.notLeader(address());
      case 2 -> ReadResponse.answered(random.nextBoolean(), maybe(this::bytes));
      default ->
          new ReadResponse(
              Optional.of(uid()),
              Optional.of(position()),
              maybe(this::text),
              maybe(this::bytes),
              random.nextBoolean(),
              maybe(this::bytes),
              Optional.empty(),
              Optional.empty());
    };
  }

  PeerRequest<AppendEntries> appendEntries() {
    LogPosition previous = maybe(this::position).orElse(LogPosition.ORIGIN);
    List<Entry> entries = new ArrayList<>();
    long index = previous.index();
    long term = previous.term();
    long timeMillis = random.nextInt(1000);
    int count = random.nextInt(MAX_ENTRIES);
    for (int i = 0; i < count; i++) {
      index++;
      term += random.nextInt(4) == 0 ? 1 : 0;
      LogPosition position = new LogPosition(index, Math.max(1, term));
      term = position.term();
      timeMillis += random.nextInt(3);
      entries.add(new Entry(position, timeMillis, payload()));
    }
    AppendEntries append =
        new AppendEntries(
            term + number(),
            previous,
            entries,
            number(),
            number(),
            LogPosition.ORIGIN,
            random.nextBoolean() ? 0 : random.nextInt(AppendEntries.MAX_QUIET_MILLIS + 1));
    return request(
        previous.index() > 0 && random.nextBoolean()
            ? append.toOneThatConfirmed(previous)
            : append);
  }

  PeerResponse<AppendEntriesResponse> appendEntriesResponse() {
    LogPosition hint = maybe(this::position).orElse(LogPosition.ORIGIN);
    return response(
        new AppendEntriesResponse(
            number(),
            random.nextBoolean(),
            hint,
            number(),
            1 + random.nextInt(3),
            random.nextInt(101),
            LeaderContact.values()[random.nextInt(LeaderContact.values().length)]));
  }

  PeerRequest<RequestVote> requestVote() {
    LogPosition last = maybe(this::position).orElse(LogPosition.ORIGIN);
    return request(new RequestVote(number(), last, number(), random.nextBoolean()));
  }

  PeerResponse<RequestVoteResponse> requestVoteResponse() {
    return response(new RequestVoteResponse(number(), random.nextBoolean(), number()));
  }

  PeerRequest<PreVote> preVote() {
    LogPosition last = maybe(this::position).orElse(LogPosition.ORIGIN);
    return request(new PreVote(number(), last, number()));
  }

  PeerResponse<PreVoteResponse> preVoteResponse() {
    return response(new PreVoteResponse(number(), random.nextBoolean(), number()));
  }

  PeerRequest<TimeoutNow> timeoutNow() {
    return request(new TimeoutNow(number(), number()));
  }

  PeerResponse<TimeoutNowResponse> timeoutNowResponse() {
    return response(new TimeoutNowResponse(number(), number()));
  }

  PeerRequest<ReadIndex> readIndex() {
    return request(new ReadIndex(number(), number(), number()));
  }

  PeerResponse<ReadIndexResponse> readIndexResponse() {
    return response(
        new ReadIndexResponse(number(), random.nextBoolean(), number(), number(), number()));
  }

  PeerRequest<InstallSnapshot> installSnapshot() {
    byte[] data = new byte[1 + random.nextInt(2_000)];
    random.nextBytes(data);
    long offset = number();
    LogPosition last = position();
    SnapshotMetadata snapshot =
        new SnapshotMetadata(
            last,
            Math.min(number(), NumberLimits.MAX_TIME_MILLIS),
            configuration(),
            random.nextInt(4),
            offset + data.length + random.nextInt(2),
            random.nextLong());
    if (random.nextInt(4) == 0) {
      return request(
          new InstallSnapshot(
              last.term() + number(), snapshot.withoutState(), 0, Bytes.EMPTY, number()));
    }
    return request(
        new InstallSnapshot(last.term() + number(), snapshot, offset, Bytes.wrap(data), number()));
  }

  PeerResponse<InstallSnapshotResponse> installSnapshotResponse() {
    return response(
        new InstallSnapshotResponse(number(), random.nextBoolean(), number(), number()));
  }

  FoundRequest foundRequest() {
    return new FoundRequest(1, member(), member(), foundingList());
  }

  FoundResponse foundResponse() {
    return new FoundResponse(
        member(), random.nextBoolean(), maybe(this::foundingList), maybe(this::text));
  }

  StatusRequest statusRequest() {
    return new StatusRequest(maybe(() -> Long.toHexString(number())));
  }

  StatusResponse statusResponse() {
    List<MemberAddress> members = new ArrayList<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      members.add(memberAddress());
    }
    return new StatusResponse(
        1,
        "group-" + random.nextInt(10),
        maybe(this::group),
        memberAddress(),
        List.of("founding", "pre-candidate", "leader").get(random.nextInt(3)),
        maybe(this::memberAddress),
        new StatusResponse.Progress(number(), number(), number(), number(), number()),
        members,
        maybe(this::configuration),
        maybe(this::text),
        new StatusDetails(
            maybe(this::snapshotStatus),
            Stream.generate(this::followerStatus).limit(random.nextInt(3)).toList(),
            maybe(this::timing),
            random.nextBoolean()
                ? Contradictions.NONE
                : new Contradictions(9, number() % 9, text()),
            random.nextBoolean()
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(random.nextInt(1 << 30))),
            random.nextBoolean()
                ? StatusFacts.NONE
                : StatusFacts.NONE.with(StatusFact.UPTIME_MILLIS, number())));
  }

  private Timing timing() {
    int heartbeat = random.nextInt(5, 1_000);
    int min = 3 * heartbeat + random.nextInt(1_000);
    return new Timing(min, min + heartbeat + random.nextInt(1_000), heartbeat);
  }

  private SnapshotStatus snapshotStatus() {
    return new SnapshotStatus(
        number(), number(), number(), number(), number(), number(), number(), number());
  }

  private FollowerStatus followerStatus() {
    OptionalLong left = random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(number());
    return new FollowerStatus(member(), number(), left, number());
  }

  AddMemberRequest addMemberRequest() {
    return new AddMemberRequest(
        maybe(this::group),
        member(),
        maybe(this::address),
        List.of(MemberStatus.VOTER, MemberStatus.WITNESS, MemberStatus.LEARNER)
            .get(random.nextInt(3)),
        maybe(() -> member().id()),
        random.nextBoolean());
  }

  ReadmitRequest readmitRequest() {
    List<Incarnation> former =
        Stream.generate(() -> member().incarnation()).limit(1 + random.nextInt(3)).toList();
    return new ReadmitRequest(group(), member(), maybe(this::address), former);
  }

  MemberRequest memberRequest() {
    return new MemberRequest(maybe(this::group), maybe(this::member), maybe(random::nextBoolean));
  }

  ReadSnapshotRequest readSnapshotRequest() {
    return new ReadSnapshotRequest(
        maybe(this::group), maybe(() -> installSnapshot().message().snapshot()), number());
  }

  ReadSnapshotResponse readSnapshotResponse() {
    if (random.nextInt(4) == 0) {
      return ReadSnapshotResponse.none(text());
    }
    InstallSnapshot piece = installSnapshot().message();
    return new ReadSnapshotResponse(Optional.of(piece.snapshot()), piece.data(), Optional.empty());
  }

  ReadRevocationsRequest readRevocationsRequest() {
    return new ReadRevocationsRequest(number());
  }

  ReadRevocationsResponse readRevocationsResponse() {
    return random.nextInt(4) == 0
        ? ReadRevocationsResponse.NONE
        : new ReadRevocationsResponse(installSnapshot().message().data());
  }

  AdminResponse adminResponse() {
    return switch (random.nextInt(3)) {
      case 0 -> AdminResponse.DONE;
      case 1 -> AdminResponse.refused(text());
      default -> AdminResponse.notLeader(random.nextBoolean() ? address() : "unknown");
    };
  }

  private <M extends Message.Request> PeerRequest<M> request(M message) {
    return new PeerRequest<>(new PeerHeader(1, group(), member(), member()), address(), message);
  }

  private <M extends Message.Response> PeerResponse<M> response(M message) {
    return new PeerResponse<>(group(), member(), message);
  }

  private FoundingList foundingList() {
    List<Founder> founders = new ArrayList<>();
    int count = random.nextInt(1, 6);
    for (int i = 0; i < count; i++) {
      founders.add(new Founder(member(), URI.create(address())));
    }
    return new FoundingList("group-" + random.nextInt(10), founders);
  }

  private MemberAddress memberAddress() {
    return new MemberAddress(member(), maybe(this::address));
  }

  private Payload payload() {
    return switch (random.nextInt(8)) {
      case 0 -> NoOp.INSTANCE;
      case 1 -> WitnessEntry.INSTANCE;
      case 2 -> configuration();
      case 3 -> new OpenSession(uid());
      case 4 -> new ActivateVersion(2 + random.nextInt(3));
      case 5 -> new ActivateCommands(2 + random.nextInt(3));
      default -> command();
    };
  }

  private Configuration configuration() {
    Member stays = member();
    Member comes = member();
    Member goes = member();
    return switch (random.nextInt(3)) {
      case 0 -> new Configuration(List.of(stays, goes));
      case 1 ->
          new Configuration(
              List.of(stays, goes),
              List.of(),
              List.of(comes, member()),
              List.of(stays, comes),
              List.of(comes));
      default ->
          new Configuration(
              List.of(stays, comes), List.of(stays, goes), List.of(goes), List.of(), List.of(goes));
    };
  }

  private Command command() {
    return new Command(uid(), text(), bytes(), maybe(this::sessionTag));
  }

  private SessionTag sessionTag() {
    long lowestUnanswered = 1 + number();
    return new SessionTag(1 + number(), lowestUnanswered + random.nextInt(3), lowestUnanswered);
  }

  private Bytes bytes() {
    if (random.nextBoolean()) {
      return Bytes.utf8(text());
    }
    byte[] content = new byte[random.nextInt(50)];
    random.nextBytes(content);
    return Bytes.wrap(content);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int parts = random.nextInt(6);
    for (int i = 0; i < parts; i++) {
      int at = random.nextInt(AWKWARD.length());
      String awkward =
          Character.isSurrogate(AWKWARD.charAt(at)) ? "\ud83d\ude00" : "" + AWKWARD.charAt(at);
      text.append(random.nextBoolean() ? awkward : "word");
    }
    return text.toString();
  }

  private String uid() {
    String uuid = new UUID(random.nextLong(), random.nextLong()).toString();
    return random.nextBoolean() ? uuid : "urn:uuid:" + uuid;
  }

  private String address() {
    return "http://127.0.0.1:" + random.nextInt(1, 65_536) + "/RAFT_Service";
  }

  private Member member() {
    return new Member(
        new NodeId(new UUID(random.nextLong(), random.nextLong())),
        new Incarnation(random.nextLong(), random.nextLong()));
  }

  private GroupId group() {
    return new GroupId(Long.toHexString(random.nextLong()));
  }

  private LogPosition position() {
    return new LogPosition(1 + number(), 1 + random.nextInt(1_000));
  }

  private long number() {
    return random.nextLong(1L << random.nextInt(1, 44));
  }

  private <T> Optional<T> maybe(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }
}
