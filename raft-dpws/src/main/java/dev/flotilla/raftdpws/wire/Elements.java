package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;

/** The elements of the wire contract. */
final class Elements {
  static final XmlElement INSERT_COMMAND_REQUEST = raft("InsertCommandRequest");
  static final XmlElement INSERT_COMMAND_RESPONSE = raft("InsertCommandResponse");
  static final XmlElement READ_REQUEST = raft("ReadRequest");
  static final XmlElement READ_RESPONSE = raft("ReadResponse");
  static final XmlElement APPEND_ENTRIES_REQUEST = raft("AppendEntriesRequest");
  static final XmlElement APPEND_ENTRIES_RESPONSE = raft("AppendEntriesResponse");
  static final XmlElement REQUEST_VOTE_REQUEST = raft("RequestVoteRequest");
  static final XmlElement REQUEST_VOTE_RESPONSE = raft("RequestVoteResponse");

  static final XmlElement UID = raft("uid");
  static final XmlElement INDEX = raft("index");
  static final XmlElement TERM = raft("term");
  static final XmlElement COMMAND = raft("command");
  static final XmlElement PARAMETERS = raft("parameters");
  static final XmlElement SUCCESS = raft("success");
  static final XmlElement RESULT = raft("result");
  static final XmlElement LEADER_ADDRESS = raft("leaderAddress");
  static final XmlElement LEADER_ID = raft("leaderId");
  static final XmlElement PREV_LOG_INDEX = raft("prevLogIndex");
  static final XmlElement PREV_LOG_TERM = raft("prevLogTerm");
  static final XmlElement ENTRIES = raft("entries");
  static final XmlElement ENTRY = raft("entry");
  static final XmlElement LEADER_COMMIT = raft("leaderCommit");
  static final XmlElement CANDIDATE_ID = raft("candidateId");
  static final XmlElement LAST_LOG_INDEX = raft("lastLogIndex");
  static final XmlElement LAST_LOG_TERM = raft("lastLogTerm");
  static final XmlElement VOTE_GRANTED = raft("voteGranted");

  static final XmlElement PEER = flotilla("peer");
  static final XmlElement RESPONDER = flotilla("responder");
  static final XmlElement REFUSAL = flotilla("refusal");
  static final XmlElement DATA = flotilla("data");
  static final XmlElement RESULT_DATA = flotilla("resultData");
  static final XmlElement NO_OP = flotilla("noOp");
  static final XmlElement OPEN_SESSION_REQUEST = flotilla("OpenSessionRequest");
  static final XmlElement OPEN_SESSION_RESPONSE = flotilla("OpenSessionResponse");
  static final XmlElement OUR_UID = flotilla("uid");
  static final XmlElement SESSION_ID = flotilla("sessionId");
  static final XmlElement OUR_LEADER_ADDRESS = flotilla("leaderAddress");
  static final XmlElement OPEN_SESSION = flotilla("openSession");
  static final XmlElement ACTIVATE_VERSION = flotilla("activateVersion");
  static final XmlElement ACTIVATE_COMMANDS = flotilla("activateCommands");
  static final XmlElement COMMANDS_VERSION = flotilla("commandsVersion");
  static final XmlElement SESSION = flotilla("session");
  static final XmlElement LOWEST_UNANSWERED = flotilla("lowestUnanswered");
  static final XmlElement SUPPORTED_VERSION = flotilla("supportedVersion");
  static final XmlElement ELECTION_PRIORITY = flotilla("electionPriority");
  static final XmlElement LEADER_CALLABLE = flotilla("leaderCallable");
  static final XmlElement QUIET = flotilla("quiet");
  static final XmlElement QUIET_MILLIS = flotilla("quietMillis");
  static final XmlElement TIME_MILLIS = flotilla("timeMillis");
  static final XmlElement CONFIGURATION = flotilla("configuration");
  static final XmlElement VOTER = flotilla("voter");
  static final XmlElement OUTGOING = flotilla("outgoing");
  static final XmlElement LEARNER = flotilla("learner");
  static final XmlElement GOAL = flotilla("goal");
  static final XmlElement WITNESS = flotilla("witness");
  static final XmlElement WITHHELD = flotilla("withheld");
  static final XmlElement HINT = flotilla("hint");
  static final XmlElement CONFIRMED = flotilla("confirmed");
  static final XmlElement FORCED = flotilla("forced");
  static final XmlElement TRANSFER = flotilla("transfer");
  static final XmlElement QUERY = flotilla("query");
  static final XmlElement GROUP = flotilla("group");
  static final XmlElement CONSISTENCY = flotilla("consistency");
  static final XmlElement MAX_AGE_MILLIS = flotilla("maxAgeMillis");
  static final XmlElement SEEN_INDEX = flotilla("seenIndex");
  static final XmlElement STATE_INDEX = flotilla("stateIndex");
  static final XmlElement STATE_AGE_MILLIS = flotilla("stateAgeMillis");

  static final XmlElement PRE_VOTE_REQUEST = flotilla("PreVoteRequest");
  static final XmlElement PRE_VOTE_RESPONSE = flotilla("PreVoteResponse");
  static final XmlElement TIMEOUT_NOW_REQUEST = flotilla("TimeoutNowRequest");
  static final XmlElement TIMEOUT_NOW_RESPONSE = flotilla("TimeoutNowResponse");
  static final XmlElement READ_INDEX_REQUEST = flotilla("ReadIndexRequest");
  static final XmlElement READ_INDEX_RESPONSE = flotilla("ReadIndexResponse");
  static final XmlElement INSTALL_SNAPSHOT_REQUEST = flotilla("InstallSnapshotRequest");
  static final XmlElement INSTALL_SNAPSHOT_RESPONSE = flotilla("InstallSnapshotResponse");
  static final XmlElement FOUND_REQUEST = flotilla("FoundRequest");
  static final XmlElement FOUND_RESPONSE = flotilla("FoundResponse");
  static final XmlElement STATUS_REQUEST = flotilla("StatusRequest");
  static final XmlElement STATUS_RESPONSE = flotilla("StatusResponse");

  static final XmlElement ADD_MEMBER_REQUEST = flotilla("AddMemberRequest");
  static final XmlElement READMIT_REQUEST = flotilla("ReadmitRequest");
  static final XmlElement READ_REVOCATIONS_REQUEST = flotilla("ReadRevocationsRequest");
  static final XmlElement READ_REVOCATIONS_RESPONSE = flotilla("ReadRevocationsResponse");
  static final XmlElement NEWER_THAN = flotilla("newerThan");
  static final XmlElement READ_SNAPSHOT_REQUEST = flotilla("ReadSnapshotRequest");
  static final XmlElement READ_SNAPSHOT_RESPONSE = flotilla("ReadSnapshotResponse");
  static final XmlElement FORMER = flotilla("former");
  static final XmlElement AS = flotilla("as");
  static final XmlElement REPLACES = flotilla("replaces");

  static final XmlElement VERSION = flotilla("version");
  static final XmlElement FROM = flotilla("from");
  static final XmlElement TO = flotilla("to");
  static final XmlElement ID = flotilla("id");
  static final XmlElement INCARNATION = flotilla("incarnation");
  static final XmlElement SEQUENCE = flotilla("sequence");
  static final XmlElement OUR_TERM = flotilla("term");
  static final XmlElement ROUND = flotilla("round");
  static final XmlElement OUR_SUCCESS = flotilla("success");
  static final XmlElement OUR_INDEX = flotilla("index");
  static final XmlElement OUR_CANDIDATE_ID = flotilla("candidateId");
  static final XmlElement OUR_LAST_LOG_INDEX = flotilla("lastLogIndex");
  static final XmlElement OUR_LAST_LOG_TERM = flotilla("lastLogTerm");
  static final XmlElement OUR_VOTE_GRANTED = flotilla("voteGranted");
  static final XmlElement SNAPSHOT = flotilla("snapshot");
  static final XmlElement ACTIVE_VERSION = flotilla("activeVersion");
  static final XmlElement SIZE_BYTES = flotilla("sizeBytes");
  static final XmlElement CHECKSUM = flotilla("checksum");
  static final XmlElement OFFSET = flotilla("offset");
  static final XmlElement DONE = flotilla("done");
  static final XmlElement NEXT_OFFSET = flotilla("nextOffset");
  static final XmlElement NAME = flotilla("name");
  static final XmlElement FOUNDER = flotilla("founder");
  static final XmlElement MEMBER = flotilla("member");
  static final XmlElement ADDRESS = flotilla("address");
  static final XmlElement HASH = flotilla("hash");
  static final XmlElement LIST = flotilla("list");
  static final XmlElement ACCEPTED = flotilla("accepted");
  static final XmlElement REASON = flotilla("reason");
  static final XmlElement SELF = flotilla("self");
  static final XmlElement EDITION = flotilla("edition");
  static final XmlElement ROLE = flotilla("role");
  static final XmlElement LEADER = flotilla("leader");
  static final XmlElement LAST_INDEX = flotilla("lastIndex");
  static final XmlElement DURABLE_INDEX = flotilla("durableIndex");
  static final XmlElement COMMIT_INDEX = flotilla("commitIndex");
  static final XmlElement APPLIED_INDEX = flotilla("appliedIndex");
  static final XmlElement WAITING_FOR = flotilla("waitingFor");
  static final XmlElement NEWEST_SNAPSHOT = flotilla("newestSnapshot");
  static final XmlElement AGE_MILLIS = flotilla("ageMillis");
  static final XmlElement DURATION_MILLIS = flotilla("durationMillis");
  static final XmlElement ENTRIES_BEHIND = flotilla("entriesBehind");
  static final XmlElement BYTES_BEHIND = flotilla("bytesBehind");
  static final XmlElement SENT_BYTES = flotilla("sentBytes");
  static final XmlElement RECEIVED_BYTES = flotilla("receivedBytes");
  static final XmlElement FOLLOWER = flotilla("follower");
  static final XmlElement SNAPSHOT_BYTES_LEFT = flotilla("snapshotBytesLeft");
  static final XmlElement SILENT_MILLIS = flotilla("silentMillis");
  static final XmlElement TIMING = flotilla("timing");
  static final XmlElement CONTRADICTIONS = flotilla("contradictions");
  static final XmlElement CERTIFICATE_ENDS = flotilla("certificateEnds");
  static final XmlElement FACT = flotilla("fact");
  static final XmlElement VALUE = flotilla("value");
  static final XmlElement REFUSED = flotilla("refused");
  static final XmlElement DIVERGENCES = flotilla("divergences");
  static final XmlElement LAST = flotilla("last");
  static final XmlElement ELECTION_MIN_MILLIS = flotilla("electionMinMillis");
  static final XmlElement ELECTION_MAX_MILLIS = flotilla("electionMaxMillis");
  static final XmlElement HEARTBEAT_MILLIS = flotilla("heartbeatMillis");

  private Elements() {}

  private static XmlElement raft(String localName) {
    return XmlElement.of(RaftNames.RAFT, "r", localName);
  }

  private static XmlElement flotilla(String localName) {
    return XmlElement.of(RaftNames.FLOTILLA, "f", localName);
  }
}
