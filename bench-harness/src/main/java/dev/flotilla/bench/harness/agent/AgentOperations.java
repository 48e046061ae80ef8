package dev.flotilla.bench.harness.agent;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.XmlException;

/** The operations of an agent with their codecs. Immutable; any thread. */
final class AgentOperations {
  /** Starts a process. */
  static final Operation<StartRequest, ProcessReport> START =
      operation(
          "StartProcess",
          AgentCodec::readStart,
          AgentCodec::writeStart,
          AgentCodec::readReport,
          AgentCodec::writeReport);

  /** Kills a process; does not wait until it is gone. */
  static final Operation<ProcessRequest, ProcessReport> KILL = process("KillProcess");

  /** Asks how a process is. */
  static final Operation<ProcessRequest, ProcessReport> INSPECT = process("InspectProcess");

  /** Renews the manager's lease, as every other request does. */
  static final Operation<Caller, EmptyBody> RENEW =
      operation(
          "RenewLease",
          AgentCodec::readCaller,
          AgentCodec::writeRenewal,
          EmptyBody.READER,
          EmptyBody.WRITER);

  private AgentOperations() {}

  private static Operation<ProcessRequest, ProcessReport> process(String name) {
    return operation(
        name,
        AgentCodec::readProcess,
        AgentCodec::writeProcess,
        AgentCodec::readReport,
        AgentCodec::writeReport);
  }

  private static <Q, A> Operation<Q, A> operation(
      String name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    String action = AgentNames.NAMESPACE + "/" + AgentNames.PORT_TYPE + "/" + name;
    return new Operation<>(
        action,
        action + "Response",
        guarded(requestReader),
        requestWriter,
        responseReader,
        responseWriter);
  }

  /** Values refuse what they cannot be; on the wire that is the sender's mistake. */
  private static <T> BodyReader<T> guarded(BodyReader<T> reader) {
    return in -> {
      try {
        return reader.read(in);
      } catch (IllegalArgumentException e) {
        throw new XmlException(String.valueOf(e.getMessage()), e);
      }
    };
  }
}
