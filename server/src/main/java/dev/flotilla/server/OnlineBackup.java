package dev.flotilla.server;

import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.ServerAsk;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.storage.backup.BackupHeader;
import dev.flotilla.storage.backup.BackupWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Backs up a group that runs: asks for the index of the last command, by a linearizable read; has a
 * member take a snapshot that holds it; and reads that in pieces.
 *
 * @param client where the servers are
 * @param group the group's name
 * @param source the member to take it from; empty for a follower, or the leader if there is none
 */
record OnlineBackup(ClientOptions client, String group, Optional<String> source) {
  private static final Duration PIECE_LIMIT = Duration.ofSeconds(10);
  private static final long PAUSE_MILLIS = 200;
  private static final int MAX_ATTEMPTS = 3;

  /**
   * Writes the backup.
   *
   * @throws IOException if the file cannot be written
   */
  BackupHeader write(Path file) throws CommandFailure, IOException {
    try (WireClient connected = client.connect(group);
        ServerAsk ask = ServerAsk.start(client.network(), client.keys())) {
      long index = lastIndex(connected);
      MemberRoll roll =
          MemberRoll.of(
              group,
              connected.ownResponses().toCompletableFuture().join(),
              connected.explanation());
      StatusResponse from = choose(roll);
      URI address = addressOf(from);
      for (int attempt = 1; ; attempt++) {
        ReadSnapshotResponse first = begin(connected, ask, address, roll.group(), index);
        Optional<BackupHeader> written =
            copy(ask, address, roll.group(), from.self().member(), first, file);
        if (written.isPresent()) {
          return written.get();
        }
        if (attempt == MAX_ATTEMPTS) {
          throw new CommandFailure(
              ExitCode.UNAVAILABLE,
              "the snapshot vanished %s times while it was read; try again, or another member with --from"
                  .formatted(attempt));
        }
      }
    }
  }

  /** Every command that had succeeded before this was called is at most there. */
  private long lastIndex(WireClient connected) throws CommandFailure {
    ReadOutcome<CommandRecord> last = connected.readLast().toCompletableFuture().join();
    if (last instanceof ReadOutcome.Unavailable<CommandRecord> unavailable) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          client.explained(connected, group, unavailable.reason(), unavailable.detail())
              + ". Without a leader, stop a server and use 'flotilla backup DIR'");
    }
    return last instanceof ReadOutcome.Found<CommandRecord> found
        ? found.value().position().index()
        : 0;
  }

  private StatusResponse choose(MemberRoll roll) throws CommandFailure {
    if (source.isPresent()) {
      Member member = roll.member(source.get());
      return roll.statusOf(member)
          .orElseThrow(
              () ->
                  new CommandFailure(
                      ExitCode.UNAVAILABLE, member.id() + " does not answer; is it running?"));
    }
    Predicate<StatusResponse> isFull = it -> roll.configuration().isFullMember(it.self().member());
    Comparator<StatusResponse> bestLast =
        Comparator.<StatusResponse, Boolean>comparing(it -> !MemberRoll.leads(it))
            .thenComparing(it -> roll.configuration().isVoter(it.self().member()))
            .thenComparing(it -> it.progress().appliedIndex());
    Stream<StatusResponse> candidates =
        roll.members().servers().stream()
            .filter(isFull)
            .filter(it -> it.self().address().isPresent());
    return candidates
        .max(bestLast)
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.UNAVAILABLE, "no member of group " + group + " with a state answers"));
  }

  private static URI addressOf(StatusResponse server) throws CommandFailure {
    return server
        .self()
        .address()
        .map(URI::create)
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.UNAVAILABLE, server.self().member().id() + " has no address"));
  }

  /** The first piece of a snapshot that holds an entry. */
  private ReadSnapshotResponse begin(
      WireClient connected, ServerAsk ask, URI server, GroupId id, long index)
      throws CommandFailure {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(client.timeoutMillis());
    boolean isFresh = false;
    while (true) {
      Optional<ReadSnapshotResponse> first = ask(ask, server, ReadSnapshotRequest.first(id));
      isFresh =
          first
              .flatMap(ReadSnapshotResponse::snapshot)
              .map(it -> it.last().index() >= index)
              .orElse(false);
      if (isFresh) {
        return first.get();
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new CommandFailure(
            ExitCode.UNAVAILABLE,
            "%s has no snapshot up to entry %s yet: %s; raise --timeout, or name another member with --from"
                .formatted(
                    server,
                    index,
                    first.flatMap(ReadSnapshotResponse::reason).orElse("it is being taken")));
      }
      MemberRequest request = new MemberRequest(Optional.of(id), Optional.empty());
      var unused =
          connected
              .administerAt(server, RaftOperations.TAKE_SNAPSHOT, request)
              .toCompletableFuture()
              .join();
      pause();
    }
  }

  private Optional<BackupHeader> copy(
      ServerAsk ask, URI server, GroupId id, Member member, ReadSnapshotResponse first, Path file)
      throws CommandFailure, IOException {
    SnapshotMetadata snapshot = first.snapshot().orElseThrow();
    BackupHeader header =
        new BackupHeader(
            group,
            id,
            member.id(),
            snapshot.last(),
            Optional.of(BackupHeader.Content.of(snapshot)),
            0);
    MessageDigest digest = sha256();
    try (BackupWriter writer = new BackupWriter(file, header)) {
      long size = 0;
      Bytes data = first.data();
      while (true) {
        byte[] bytes = data.toArray();
        writer.snapshot(bytes, 0, bytes.length);
        digest.update(bytes);
        size += bytes.length;
        if (size >= snapshot.sizeBytes()) {
          break;
        }
        Optional<ReadSnapshotResponse> next =
            ask(ask, server, new ReadSnapshotRequest(Optional.of(id), first.snapshot(), size));
        if (next.isEmpty() || next.get().data().size() == 0) {
          return Optional.empty();
        }
        data = next.get().data();
      }
      if (size != snapshot.sizeBytes()
          || ByteBuffer.wrap(digest.digest()).getLong() != snapshot.checksum()) {
        throw new CommandFailure(
            ExitCode.NEGATIVE,
            "what " + server + " sent is not the snapshot that it announced; nothing was written");
      }
      writer.complete();
      return Optional.of(header);
    }
  }

  /** Empty if the server is busy, or asks to begin again. */
  private static Optional<ReadSnapshotResponse> ask(
      ServerAsk ask, URI server, ReadSnapshotRequest request) throws CommandFailure {
    try {
      return Optional.of(ask.ask(server, RaftOperations.READ_SNAPSHOT, request, PIECE_LIMIT));
    } catch (CallFailure e) {
      SoapFault fault = e.fault();
      if (fault != null && RaftFault.of(fault).equals(Optional.of(RaftFault.BUSY))) {
        return Optional.empty();
      }
      if (fault != null && RaftFault.of(fault).equals(Optional.of(RaftFault.FORBIDDEN))) {
        throw new CommandFailure(
            ExitCode.UNAVAILABLE,
            server
                + " refused: a backup needs keys with the role admin; name them with --keys, such"
                + " as GROUP-keys/admin",
            e);
      }
      boolean isOlder =
          fault != null && fault.subcodes().equals(SoapFault.actionNotSupported("").subcodes());
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          isOlder
              ? server + " runs an older program, which cannot send its state; upgrade it first"
              : server + " " + e.getMessage() + "; name another member with --from",
          e);
    }
  }

  private static void pause() throws CommandFailure {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.INTERNAL, "interrupted", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
