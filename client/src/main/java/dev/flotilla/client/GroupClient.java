package dev.flotilla.client;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one group: finds its servers, follows its leader, and tries until its deadline.
 *
 * <p>Any thread may call; no method blocks except {@link #close}. Futures complete on a thread of
 * the client, which must not be blocked. At most a bounded number of calls are under way at a time;
 * more wait, as many as the settings allow, and others are refused as busy.
 */
public interface GroupClient extends AutoCloseable {
  /**
   * Sends a command until it is executed, refused for good, or its deadline passes. However often
   * it is sent, the group executes it at most once, as long as its uid is among the last 100,000. A
   * {@link CommandOutcome#uid} is recognised: the command is sent in the session that it names.
   *
   * @param command the command; its uid must be new, or that of an earlier attempt
   * @return never fails: every end is a {@link CommandOutcome}
   */
  CompletableFuture<CommandOutcome> insert(Command command);

  /**
   * Sends a new command, like {@link #insert}, under a uid that the client chooses: it numbers the
   * command in a session of its own, which it opens with the first one and again when it has
   * expired. The group executes it at most once for as long as the session lives, however many
   * other commands there are: that is 15 minutes of leaders in office without a command. A group
   * that knows no sessions yet gets it as by {@link #insert}.
   *
   * <p>At most 1,024 commands from the first unanswered one on; more are refused as busy. Commands
   * whose outcomes stay unknown keep their places, and make the client open another session when
   * they block this one.
   *
   * @param command the operation
   * @param parameters its parameters
   * @return never fails
   */
  default CompletableFuture<CommandOutcome> submit(String command, Bytes parameters) {
    return submit(command, parameters, null, 1);
  }

  /**
   * Sends a new command, with a time limit of its own.
   *
   * @param command the operation
   * @param parameters its parameters
   * @param timeout how long it may take in all, from 1 ms to 24 days
   * @return never fails
   */
  default CompletableFuture<CommandOutcome> submit(
      String command, Bytes parameters, Duration timeout) {
    return submit(command, parameters, timeout, 1);
  }

  /**
   * Sends a new command that exists since a version of the commands of the group. It is refused as
   * long as a member's program does not know that version; the detail names the member.
   *
   * @param timeout how long it may take in all, from 1 ms to 24 days; null for as long as the
   *     client's calls
   * @param commandsVersion that version; 1 for a command that every program knows
   * @return never fails
   */
  CompletableFuture<CommandOutcome> submit(
      String command, Bytes parameters, @Nullable Duration timeout, int commandsVersion);

  /**
   * Sends a command again whose outcome was unknown: like {@link #insert}, but since the earlier
   * attempts may have been executed, no refusal of this one proves the contrary, and it ends as
   * unknown. {@link RefusalReason#INVALID} alone stays a refusal: such a command was never executed
   * under this uid. Not so for a {@link CommandOutcome#uid} that names a session: what its client
   * has acknowledged is invalid, too.
   *
   * @param command the command, with its uid, as it was sent before
   * @return never fails: every end is a {@link CommandOutcome}
   */
  default CompletableFuture<CommandOutcome> insertAgain(Command command) {
    return insertAgain(command, 1);
  }

  /** Likewise, of a command that exists since a version of the commands, as it was sent before. */
  CompletableFuture<CommandOutcome> insertAgain(Command command, int commandsVersion);

  /**
   * Reads a command back from any server, after a leader has confirmed that it still leads.
   *
   * @param uid the command's uid
   */
  default CompletableFuture<ReadOutcome<CommandRecord>> read(String uid) {
    return read(uid, ReadOptions.linearizable());
  }

  /**
   * Reads a command back, as fresh as the options say.
   *
   * @param uid the command's uid
   */
  CompletableFuture<ReadOutcome<CommandRecord>> read(String uid, ReadOptions options);

  /** Reads the last applied client command, like {@link #read}. */
  default CompletableFuture<ReadOutcome<CommandRecord>> readLast() {
    return readLast(ReadOptions.linearizable());
  }

  /** Reads the last applied client command, as fresh as the options say. */
  CompletableFuture<ReadOutcome<CommandRecord>> readLast(ReadOptions options);

  /**
   * Asks the state machine of any server, after a leader has confirmed that it still leads.
   *
   * @param query the question, in the state machine's own language; 1 MiB at most
   */
  default CompletableFuture<ReadOutcome<Answer>> query(Bytes query) {
    return query(query, ReadOptions.linearizable());
  }

  /**
   * Asks the state machine, as fresh as the options say.
   *
   * @param query the question, in the state machine's own language; 1 MiB at most
   */
  CompletableFuture<ReadOutcome<Answer>> query(Bytes query, ReadOptions options);

  /**
   * Asks each server that is found within a second for its status, whatever its role. It takes that
   * second, or as long as a call may if that is less, even if all answer at once: so whoever asks
   * over and over needs no pause between. While nobody answers it goes on for as long as a call may
   * take.
   */
  CompletableFuture<List<ServerStatus>> status();

  /** Shows and changes the members of the group through this client, as long as it is open. */
  GroupAdmin admin();

  /**
   * Watches the commands that the group executes, through one server of it: in order and each once,
   * across the loss of servers. A gap that the compaction of the logs has made is shown by {@link
   * WatchEvent.Resync}. The right that it needs: observer.
   *
   * <p>Followers serve the watch if they can: they learn up to a heartbeat later that an entry is
   * committed, and slow watches spare the leader. {@link WatchOptions#servedBy} asks the leader in
   * their place; when another leads, the watch moves on to it.
   *
   * <p>The watch goes on until it is closed, and tries again as long as no server can be watched,
   * also before the group is founded: {@link Watch#obstacle} says why, and the log each minute. It
   * ends itself if the group has made place for another of its name, or if the listener throws;
   * then {@link Watch#nextIndex} is where to go on.
   *
   * @param options where it begins, and who serves it; who implements this interface for tests may
   *     leave out the latter
   * @param listener called on a thread of the watch, one event at a time; may block: the server
   *     waits for it. At most some hundreds of events wait in this process
   * @throws IOException if this machine cannot listen for events
   */
  default Watch watch(WatchOptions options, Consumer<? super WatchEvent> listener)
      throws IOException {
    return options.fromIndex().isPresent()
        ? watch(options.fromIndex().getAsLong(), listener)
        : watch(listener);
  }

  /**
   * {@link #watch(WatchOptions, Consumer)} of what is executed from an index on.
   *
   * @param fromIndex the first entry that is wanted, from 1
   * @throws IOException if this machine cannot listen for events
   * @throws IllegalArgumentException if the index is below 1
   */
  Watch watch(long fromIndex, Consumer<? super WatchEvent> listener) throws IOException;

  /**
   * {@link #watch(WatchOptions, Consumer)} of what is executed from now on: it begins after all
   * that a leader knows to be committed when a server takes up the watch.
   *
   * @throws IOException if this machine cannot listen for events
   */
  Watch watch(Consumer<? super WatchEvent> listener) throws IOException;

  /**
   * Why no server can be asked, as far as the search knows by now: for people. Empty if nobody has
   * answered at all. Any thread.
   */
  Optional<String> explanation();

  /** Whether the calling thread completes this client's stages, so that to wait for one hangs. */
  boolean isOwnThread();

  /**
   * Ends all waiting calls (those that may have been executed as unknown) and frees everything;
   * called on a thread of the client, it returns before the last is freed.
   */
  @Override
  void close();
}
