package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Member;
import java.util.ArrayList;
import java.util.List;

/** A configuration within an entry: its lists, member by member. */
final class ConfigurationCodec {
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
    List<Member> voters = new ArrayList<>();
    List<Member> outgoing = new ArrayList<>();
    List<Member> learners = new ArrayList<>();
    List<Member> goal = new ArrayList<>();
    List<Member> witnesses = new ArrayList<>();
    while (in.nextChild()) {
      if (in.is(Elements.VOTER)) {
        voters.add(PeerCodec.readMember(in));
      } else if (in.is(Elements.OUTGOING)) {
        outgoing.add(PeerCodec.readMember(in));
      } else if (in.is(Elements.LEARNER)) {
        learners.add(PeerCodec.readMember(in));
      } else if (in.is(Elements.GOAL)) {
        goal.add(PeerCodec.readMember(in));
      } else if (in.is(Elements.WITNESS)) {
        witnesses.add(PeerCodec.readMember(in));
      } else {
        in.skip();
      }
    }
    return new Configuration(voters, outgoing, learners, goal, witnesses);
  }
}
