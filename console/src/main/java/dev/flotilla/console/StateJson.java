package dev.flotilla.console;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Writes values as JSON on one line; times are milliseconds since 1970, what is absent is left out.
 */
final class StateJson {
  private final StringWriter text = new StringWriter();
  private final JsonWriter json = new JsonWriter(text);

  private StateJson() {
    json.setHtmlSafe(true);
    json.setSerializeNulls(false);
  }

  /**
   * A state as the page reads it.
   *
   * @param run differs between two runs of a console
   */
  static String of(ConsoleState state, RecordingState recording, String run) {
    return write(out -> out.state(state, recording, run));
  }

  /** A line of the event log. */
  static String of(LogLine line) {
    return write(out -> out.line(line));
  }

  /** What a recording does. */
  static String of(RecordingState recording) {
    return write(out -> out.recording(recording));
  }

  private interface Part {
    void writeTo(StateJson out) throws IOException;
  }

  private static String write(Part part) {
    StateJson out = new StateJson();
    try {
      part.writeTo(out);
      out.json.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.text.toString();
  }

  private void state(ConsoleState state, RecordingState recording, String run) throws IOException {
    json.beginObject();
    json.name("run").value(run);
    json.name("at").value(state.at().toEpochMilli());
    json.name("group").value(state.group());
    text("groupId", state.groupId());
    texts("problems", state.problems());
    json.name("members").beginArray();
    for (MemberState member : state.members()) {
      member(member);
    }
    json.endArray();
    json.name("nodes").beginArray();
    for (NodeState node : state.nodes()) {
      node(node);
    }
    json.endArray();
    json.name("recording");
    recording(recording);
    json.endObject();
  }

  private void member(MemberState member) throws IOException {
    json.beginObject();
    json.name("id").value(member.id());
    json.name("role").value(member.role());
    json.name("standing").value(member.standing());
    json.name("address").value(member.address());
    if (member.progress().isPresent()) {
      MemberState.Progress progress = member.progress().get();
      json.name("term").value(progress.term());
      json.name("last").value(progress.last());
      json.name("committed").value(progress.committed());
      json.name("applied").value(progress.applied());
    }
    number("lag", member.lag());
    if (member.leaderSince().isPresent()) {
      LeaderSince since = member.leaderSince().get();
      json.name("leaderSince").value(since.at().toEpochMilli());
      json.name("leaderSinceEarlier").value(since.kind() == LeaderSince.Kind.EARLIER);
    }
    texts("problems", member.problems());
    properties(member.properties());
    json.endObject();
  }

  private void node(NodeState node) throws IOException {
    json.beginObject();
    json.name("name").value(node.name());
    json.name("state").value(node.state());
    number("cpuPerMille", node.cpuPerMille());
    number("usedMemoryBytes", node.usedMemoryBytes());
    number("totalMemoryBytes", node.totalMemoryBytes());
    json.name("requests").value(node.requests());
    time("lastRequest", node.lastRequest());
    properties(node.properties());
    json.endObject();
  }

  private void line(LogLine line) throws IOException {
    json.beginObject();
    json.name("number").value(line.number());
    json.name("at").value(line.at().toEpochMilli());
    json.name("kind").value(line.kind().word());
    json.name("text").value(line.text());
    json.endObject();
  }

  private void recording(RecordingState recording) throws IOException {
    json.beginObject();
    json.name("running").value(recording.running());
    json.name("directory").value(recording.directory());
    time("since", recording.since());
    json.name("files").value(recording.files());
    json.name("bytes").value(recording.bytes());
    text("problem", recording.problem());
    json.endObject();
  }

  private void properties(List<Property> all) throws IOException {
    json.name("properties").beginArray();
    for (Property property : all) {
      json.beginArray().value(property.name()).value(property.value()).endArray();
    }
    json.endArray();
  }

  private void texts(String name, List<String> all) throws IOException {
    json.name(name).beginArray();
    for (String one : all) {
      json.value(one);
    }
    json.endArray();
  }

  private void text(String name, Optional<String> value) throws IOException {
    if (value.isPresent()) {
      json.name(name).value(value.get());
    }
  }

  private void time(String name, Optional<Instant> value) throws IOException {
    if (value.isPresent()) {
      json.name(name).value(value.get().toEpochMilli());
    }
  }

  private void number(String name, OptionalLong value) throws IOException {
    if (value.isPresent()) {
      json.name(name).value(value.getAsLong());
    }
  }

  private void number(String name, OptionalInt value) throws IOException {
    if (value.isPresent()) {
      json.name(name).value(value.getAsInt());
    }
  }
}
