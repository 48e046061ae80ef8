package dev.flotilla.raftdpws.typed;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.ReadLevel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Query: a question to the state machine, which changes nothing.
 *
 * @param name the name of the query, in a group whose commands are typed
 * @param question the question, or the parameters of the named query
 * @param consistency how fresh the answer must be
 * @param maxAgeMillis with {@link Consistency#BOUNDED}, the largest age in milliseconds; 0
 *     otherwise
 */
public record QueryRequest(
    Optional<String> name, Bytes question, Consistency consistency, long maxAgeMillis) {
  /** How fresh the answer must be, as RAFT_Service has it. */
  public ReadLevel level() {
    return new ReadLevel(consistency, maxAgeMillis, 0);
  }

  /** The question as the state machine is asked: a name is followed by a line feed. */
  public Bytes asked() {
    return name.map(it -> Bytes.wrap(joined(it + "\n", question))).orElse(question);
  }

  private static byte[] joined(String head, Bytes rest) {
    byte[] bytes = head.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(bytes, bytes.length + rest.size());
    rest.copyTo(ByteBuffer.wrap(all, bytes.length, rest.size()));
    return all;
  }
}
