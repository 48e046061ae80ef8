package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.SessionTag;

/** The fields of the 2014 contract, and of commands, that several messages have. */
final class Fields {
  static final XmlField<String> UID = XmlField.token(Elements.UID);
  static final XmlField<Long> INDEX = NumberFields.index(Elements.INDEX);
  static final XmlField<Long> TERM = NumberFields.term(Elements.TERM);
  static final XmlField<String> COMMAND = XmlField.text(Elements.COMMAND);
  static final XmlField<Bytes> PARAMETERS = BytesCodec.text(Elements.PARAMETERS);
  static final XmlField<Bytes> DATA = BytesCodec.data(Elements.DATA);
  static final XmlField<Boolean> SUCCESS = XmlField.truth(Elements.SUCCESS);
  static final XmlField<Bytes> RESULT = BytesCodec.text(Elements.RESULT);
  static final XmlField<Bytes> RESULT_DATA = BytesCodec.data(Elements.RESULT_DATA);
  static final XmlField<String> LEADER_ADDRESS = XmlField.token(Elements.LEADER_ADDRESS);
  static final XmlField<SessionTag> SESSION = XmlField.of(Elements.SESSION, SessionCodec::readTag);

  private Fields() {}
}
