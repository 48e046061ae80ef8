package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.List;

/** A configuration within an entry: its lists, member by member. */
final class ConfigurationCodec {
  private static final XmlField<List<Member>> VOTERS = members(Elements.VOTER);
  private static final XmlField<List<Member>> OUTGOING = members(Elements.OUTGOING);
  private static final XmlField<List<Member>> LEARNERS = members(Elements.LEARNER);
  private static final XmlField<List<Member>> GOAL = members(Elements.GOAL);
  private static final XmlField<List<Member>> WITNESSES = members(Elements.WITNESS);

  private ConfigurationCodec() {}

  static void write(Configuration configuration, XmlWriter out) {
    out.open(Elements.CONFIGURATION);
    write(Elements.VOTER, configuration.voters(), out);
    write(Elements.OUTGOING, configuration.outgoing(), out);
    write(Elements.LEARNER, configuration.learners(), out);
    write(Elements.GOAL, configuration.goal(), out);
    write(Elements.WITNESS, configuration.witnesses(), out);
    out.close(Elements.CONFIGURATION);
  }

  private static void write(XmlElement element, List<Member> members, XmlWriter out) {
    for (Member member : members) {
      PeerCodec.writeMember(element, member, out);
    }
  }

  static Configuration read(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, VOTERS, OUTGOING, LEARNERS, GOAL, WITNESSES);
    return new Configuration(
        read.all(VOTERS),
        read.all(OUTGOING),
        read.all(LEARNERS),
        read.all(GOAL),
        read.all(WITNESSES));
  }

  private static XmlField<List<Member>> members(XmlElement element) {
    return XmlField.list(element, PeerCodec::readMember);
  }
}
