package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.eventing.EventType;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;
import java.util.List;

/** The operations of the ManagementService with their codecs. Immutable; any thread. */
final class ManagementOperations {
  static final Operation<List<Parameter>, EmptyBody> SET_PARAMETERS =
      answered(
          "SetParameters",
          ManagementCodec.guarded(ManagementCodec::readParameters),
          ManagementCodec::writeParameters,
          EmptyBody.READER,
          ManagementCodec.mark("ParametersSet"));

  static final Operation<ServerAddresses, EmptyBody> SET_MEMBERSHIP =
      answered(
          "SetMembership",
          ManagementCodec.guarded(ManagementCodec::readMembership),
          ManagementCodec::writeMembership,
          EmptyBody.READER,
          ManagementCodec.mark("MembershipSet"));

  static final Operation<EmptyBody, String> GET_STATS =
      answered(
          "GetStats",
          EmptyBody.READER,
          EmptyBody.WRITER,
          ManagementCodec::readStats,
          BodyWriter.measured(ManagementCodec::writeStats, String::length));

  static final Operation<EmptyBody, String> GET_ENDPOINT =
      answered(
          "GetEndpoint",
          EmptyBody.READER,
          EmptyBody.WRITER,
          ManagementCodec::readEndpoint,
          ManagementCodec::writeEndpoint);

  static final Operation<EmptyBody, EmptyBody> START =
      oneWay("Start", EmptyBody.READER, ManagementCodec.mark("Start"));

  static final Operation<EmptyBody, EmptyBody> STOP =
      oneWay("Stop", EmptyBody.READER, ManagementCodec.mark("Stop"));

  static final Operation<EmptyBody, EmptyBody> START_DISSEMINATION =
      oneWay("StartDissemination", EmptyBody.READER, EmptyBody.WRITER);

  static final Operation<String, EmptyBody> WRITE_STATS =
      oneWay("WriteStats", ManagementCodec::readFileName, ManagementCodec::writeFileName);

  /** A client has executed, or given up, its last command. */
  static final EventType<EmptyBody> END_DISSEMINATION =
      new EventType<>(
          ManagementNames.action("EndDissemination"),
          EmptyBody.READER,
          ManagementCodec.mark("EndDissemination"));

  private ManagementOperations() {}

  private static <Q, A> Operation<Q, A> answered(
      String name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    String action = ManagementNames.action(name);
    return new Operation<>(
        action, action + "Response", requestReader, requestWriter, responseReader, responseWriter);
  }

  private static <Q> Operation<Q, EmptyBody> oneWay(
      String name, BodyReader<Q> reader, BodyWriter<Q> writer) {
    return Operation.oneWay(ManagementNames.action(name), reader, writer);
  }
}
