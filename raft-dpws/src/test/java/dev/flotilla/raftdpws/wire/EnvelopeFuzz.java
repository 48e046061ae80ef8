package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.Accepted;
import dev.flotilla.dpws.discovery.DirectedProbe;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** An envelope to a server, by whichever operation its action names. */
public final class EnvelopeFuzz {
  private static final int ROUNDS = 2;
  private static final List<Kind<?>> KINDS =
      List.of(
          new Kind<>(RaftOperations.INSERT_COMMAND, RandomMessages::insertCommandRequest),
          new Kind<>(RaftOperations.READ, RandomMessages::readRequest),
          new Kind<>(RaftOperations.OPEN_SESSION, RandomMessages::openSessionRequest),
          new Kind<>(RaftOperations.APPEND_ENTRIES, RandomMessages::appendEntries),
          new Kind<>(RaftOperations.REQUEST_VOTE, RandomMessages::requestVote),
          new Kind<>(RaftOperations.PRE_VOTE, RandomMessages::preVote),
          new Kind<>(RaftOperations.TIMEOUT_NOW, RandomMessages::timeoutNow),
          new Kind<>(RaftOperations.READ_INDEX, RandomMessages::readIndex),
          new Kind<>(RaftOperations.INSTALL_SNAPSHOT, RandomMessages::installSnapshot),
          new Kind<>(RaftOperations.FOUND, RandomMessages::foundRequest),
          new Kind<>(RaftOperations.STATUS, RandomMessages::statusRequest),
          new Kind<>(RaftOperations.ADD_MEMBER, RandomMessages::addMemberRequest),
          new Kind<>(RaftOperations.READMIT, RandomMessages::readmitRequest),
          new Kind<>(RaftOperations.REMOVE_MEMBER, RandomMessages::memberRequest),
          new Kind<>(RaftOperations.PROMOTE, RandomMessages::memberRequest),
          new Kind<>(RaftOperations.TRANSFER_LEADERSHIP, RandomMessages::memberRequest),
          new Kind<>(RaftOperations.TAKE_SNAPSHOT, RandomMessages::memberRequest),
          new Kind<>(RaftOperations.CONFIRM_SILENCE, RandomMessages::memberRequest),
          new Kind<>(RaftOperations.READ_SNAPSHOT, RandomMessages::readSnapshotRequest),
          new Kind<>(RaftOperations.READ_REVOCATIONS, RandomMessages::readRevocationsRequest),
          new Kind<>(DirectedProbe.OPERATION, it -> Probe.anything().inScope("urn:a")));
  private static final Map<String, Kind<?>> BY_ACTION =
      KINDS.stream().collect(Collectors.toMap(it -> it.operation().action(), it -> it));

  private EnvelopeFuzz() {}

  private record Kind<Q>(Operation<Q, ?> operation, Function<RandomMessages, Q> draw) {
    byte[] seed(long number) {
      SoapHeader header =
          SoapHeader.request(operation.action(), "urn:uuid:1", "http://10.0.0.1/RAFT_Service");
      return write(header, operation.requestWriter(), draw.apply(new RandomMessages(number)));
    }

    void check(SoapReader in) throws XmlException, SoapFaultException {
      requireStable(in, operation.requestReader(), operation.requestWriter());
    }
  }

  /** Called by the fuzzer, and for each known input in a build. */
  public static void fuzzerTestOneInput(byte[] envelope) throws XmlException, SoapFaultException {
    SoapReader in;
    try {
      in = open(envelope);
    } catch (XmlException e) {
      requireWritable(SoapFault.sender(String.valueOf(e.getMessage())), null);
      return;
    } catch (SoapFaultException e) {
      requireWritable(e.fault(), null);
      return;
    }
    Accepted.check(in.header(), AcceptedNumbers::check);
    Kind<?> kind = BY_ACTION.get(in.header().action());
    if (kind == null) {
      String action = in.header().action();
      requireWritable(SoapFault.actionNotSupported(action), in.header().messageId());
    } else {
      kind.check(in);
    }
  }

  /** Every request, as our own callers send it. */
  public static Stream<byte[]> seeds() {
    return LongStream.range(0, ROUNDS)
        .boxed()
        .flatMap(number -> KINDS.stream().map(kind -> kind.seed(number)));
  }

  /**
   * Reads a body; one that is accepted must hold what can be, and be the same when it has been
   * written and read again. One that is refused must lead to a fault that can be written.
   */
  static <T> void requireStable(SoapReader in, BodyReader<T> reader, BodyWriter<T> writer)
      throws XmlException, SoapFaultException {
    T accepted;
    try {
      accepted = in.body(reader);
    } catch (XmlException | IllegalArgumentException e) {
      requireWritable(SoapFault.sender(String.valueOf(e.getMessage())), in.header().messageId());
      return;
    }
    Accepted.check(accepted, AcceptedNumbers::check);
    byte[] written = write(in.header(), writer, accepted);
    SoapReader back = open(written);
    if (!back.header().equals(in.header())) {
      throw new AssertionError(in.header() + " was read again as " + back.header());
    }
    T again = back.body(reader);
    if (!again.equals(accepted)) {
      throw new AssertionError(accepted + " was read again as " + again);
    }
    if (writer.heldBytes(accepted) < 0) {
      throw new AssertionError(accepted + " holds " + writer.heldBytes(accepted) + " bytes");
    }
  }

  static SoapReader open(byte[] envelope) throws XmlException, SoapFaultException {
    return SoapReader.open(XmlReader.of(envelope, 0, envelope.length, XmlLimits.DEFAULT));
  }

  static <T> byte[] write(SoapHeader header, BodyWriter<T> writer, T body) {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.write(out, header, writer, body);
    return ByteBufUtil.getBytes(out);
  }

  private static void requireWritable(SoapFault fault, String messageId)
      throws XmlException, SoapFaultException {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.writeFault(out, fault, messageId);
    SoapFault read = open(ByteBufUtil.getBytes(out)).fault();
    if (!read.reason().equals(fault.reason())) {
      throw new AssertionError(fault + " was read again as " + read);
    }
  }
}
