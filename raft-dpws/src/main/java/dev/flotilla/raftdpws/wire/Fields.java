package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.util.List;
import java.util.Optional;

/**
 * The kinds of children that messages have, and those that several have.
 *
 * <p>Each number is within its limit ({@link NumberLimits}): one beyond is the sender's mistake,
 * and answered with a fault.
 */
final class Fields {
  /** Those of the contract of 2014. */
  static final Child<String> UID = Form.token(raft("uid")).slot();

  static final Child<Long> RAFT_INDEX = index(raft("index")).slot();
  static final Child<Long> RAFT_TERM = term(raft("term"));
  static final Child<String> COMMAND = Form.text(raft("command")).slot();
  static final Child<Bytes> PARAMETERS = utf8(raft("parameters"));
  static final Child<Boolean> RAFT_SUCCESS = Form.truth(raft("success"));
  static final Child<Bytes> RESULT = utf8(raft("result"));
  static final Child<String> RAFT_LEADER_ADDRESS = Form.token(raft("leaderAddress"));

  static final Child<Long> TERM = term(flotilla("term"));
  static final Child<Long> INDEX = index(flotilla("index"));
  static final Child<Long> TIME_MILLIS = upTo(flotilla("timeMillis"), NumberLimits.MAX_TIME_MILLIS);
  static final Child<String> ADDRESS = Form.token(flotilla("address"));
  static final Child<GroupId> GROUP =
      Form.token(flotilla("group")).as(GroupId::new, GroupId::value);
  static final Child<Integer> VERSION = version("version");
  static final Child<Boolean> SUCCESS = Form.truth(flotilla("success"));
  static final Child<String> REASON = Form.text(flotilla("reason"));
  static final Child<String> NAME = Form.text(flotilla("name"));
  static final Child<String> LEADER_ADDRESS = Form.token(flotilla("leaderAddress"));
  static final Child<Bytes> DATA = Form.base64(flotilla("data"));
  static final Child<Bytes> RESULT_DATA = Form.base64(flotilla("resultData"));
  static final Child<Member> MEMBER = member("member");

  static final Child<Configuration> CONFIGURATION =
      Form.<MemberLists>of(
              MemberLists.class,
              member("voter").list(),
              member("outgoing").list(),
              member("learner").list(),
              member("goal").list(),
              member("witness").list())
          .as(MemberLists::configuration, MemberLists::of)
          .in(flotilla("configuration"));

  static final Child<SessionTag> SESSION =
      Form.of(
              SessionTag.class,
              sequence("id").slot(),
              sequence("sequence").slot(),
              sequence("lowestUnanswered").slot())
          .in(flotilla("session"));

  static final Form<LogPosition> POSITION = Form.of(LogPosition.class, INDEX, TERM);

  static final Child<SnapshotMetadata> SNAPSHOT =
      Form.of(
              SnapshotMetadata.class,
              POSITION,
              TIME_MILLIS,
              CONFIGURATION,
              version("activeVersion"),
              snapshotBytes("sizeBytes"),
              Form.number(flotilla("checksum"), XmlReader::longValue))
          .in(flotilla("snapshot"));

  static final Child<Long> OFFSET = snapshotBytes("offset");

  private Fields() {}

  /** The lists of a configuration. */
  record MemberLists(
      List<Member> voters,
      List<Member> outgoing,
      List<Member> learners,
      List<Member> goal,
      List<Member> witnesses) {
    static MemberLists of(Configuration all) {
      return new MemberLists(
          all.voters(), all.outgoing(), all.learners(), all.goal(), all.witnesses());
    }

    Configuration configuration() {
      return new Configuration(voters, outgoing, learners, goal, witnesses);
    }
  }

  /** An element of the contract of 2014. */
  static XmlElement raft(String localName) {
    return XmlElement.of(RaftNames.RAFT, "r", localName);
  }

  /** An element of what we add. */
  static XmlElement flotilla(String localName) {
    return XmlElement.of(RaftNames.FLOTILLA, "f", localName);
  }

  /** An element that says something by being there, whatever is in it. */
  static Child<Boolean> mark(String name) {
    XmlElement element = flotilla(name);
    return new Child<>(
        element,
        in -> {
          in.skip();
          return true;
        },
        (value, out) -> out.open(element).close(element));
  }

  static Child<Long> term(XmlElement element) {
    return upTo(element, NumberLimits.MAX_TERM);
  }

  static Child<Long> index(XmlElement element) {
    return upTo(element, NumberLimits.MAX_INDEX);
  }

  /** The number of a request or of a command. */
  static Child<Long> sequence(String name) {
    return upTo(flotilla(name), NumberLimits.MAX_SEQUENCE);
  }

  static Child<Long> snapshotBytes(String name) {
    return upTo(flotilla(name), NumberLimits.MAX_SNAPSHOT_BYTES);
  }

  static Child<Integer> version(String name) {
    return upTo(flotilla(name), NumberLimits.MAX_VERSION).as(Long::intValue, Integer::longValue);
  }

  /** A number that is only shown. */
  static Child<Long> gauge(String name) {
    return upTo(flotilla(name), Long.MAX_VALUE);
  }

  static Child<Long> upTo(XmlElement element, long limit) {
    return within(element, 0, limit);
  }

  /** As {@link #index}, or -1, which 2014 servers send for the place before the first entry. */
  static Child<Long> indexOrBefore(XmlElement element) {
    return within(element, -1, NumberLimits.MAX_INDEX);
  }

  /** The same of a term. */
  static Child<Long> termOrBefore(XmlElement element) {
    return within(element, -1, NumberLimits.MAX_TERM);
  }

  private static Child<Long> within(XmlElement element, long least, long limit) {
    return Form.number(
        element,
        in -> {
          long number = in.longValue();
          if (number < least || number > limit) {
            throw in.fail(
                element + " is " + number + ", it must be from " + least + " to " + limit);
          }
          return number;
        });
  }

  /** A position as sent: the place before the first entry may have any term. */
  static Form<LogPosition> position(Child<Long> index, Child<Long> term) {
    return Form.join(
        children -> position(index.read(children), term.read(children)),
        index.shareOf(LogPosition::index),
        term.shareOf(LogPosition::term));
  }

  static LogPosition position(long index, long term) {
    return index <= 0 ? LogPosition.ORIGIN : new LogPosition(index, term);
  }

  static Child<Member> member(String name) {
    return Form.of(
            Member.class,
            Form.token(flotilla("id")).as(NodeId::parse, NodeId::toString),
            Form.token(flotilla("incarnation")).as(Incarnation::parse, Incarnation::toString))
        .in(flotilla(name));
  }

  /** Bytes as text if XML can carry them unchanged, a slot then; else it is empty. */
  static Child<Bytes> utf8(XmlElement element) {
    return new Child<>(
        element,
        in -> Bytes.wrap(in.utf8()),
        (value, out) -> {
          byte[] content = value.toArray();
          if (XmlText.isCarriable(content)) {
            out.slot().utf8(element, content);
          } else {
            out.element(element, "");
          }
        });
  }

  /** Bytes as text if XML can carry them unchanged, else in base64 in an element of ours. */
  static Form<Bytes> bytes(Child<Bytes> text, Child<Bytes> data) {
    return Form.join(
        children -> {
          Optional<Bytes> either = either(children, text, data);
          return either.isPresent() ? either.get() : children.require(text.field);
        },
        text,
        binary(data));
  }

  /** The same of bytes that may be missing. */
  static Form<Optional<Bytes>> maybeBytes(Child<Bytes> text, Child<Bytes> data) {
    return Form.join(
        children -> either(children, text, data), text.optional(), binary(data).optional());
  }

  private static Child<Bytes> binary(Child<Bytes> data) {
    return data.onlyIf(content -> !XmlText.isCarriable(content.toArray()));
  }

  private static Optional<Bytes> either(XmlFields read, Child<Bytes> text, Child<Bytes> data)
      throws XmlException {
    Optional<Bytes> binary = read.find(data.field);
    Optional<Bytes> asText = read.find(text.field);
    if (binary.isPresent() && asText.filter(it -> it.size() > 0).isPresent()) {
      throw read.fail(data.field, "excludes a text in", text.field);
    }
    return binary.or(() -> asText);
  }
}
