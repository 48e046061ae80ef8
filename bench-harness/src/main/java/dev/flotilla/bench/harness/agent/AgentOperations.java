package dev.flotilla.bench.harness.agent;

import com.google.gson.reflect.TypeToken;
import dev.flotilla.bench.Endpoint;
import dev.flotilla.dpws.soap.Operation;
import java.lang.reflect.Type;
import java.time.Duration;

/** The operations of an agent. Immutable; any thread. */
final class AgentOperations {
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** Ending processes and deleting what they wrote takes a disk its time. */
  private static final Duration LONG = Duration.ofSeconds(30);

  /**
   * One operation.
   *
   * @param name its name
   * @param request the type of its content
   * @param answer the type of the answer's content
   * @param timeout how long a manager waits for the answer
   */
  record Call<Q, A>(String name, Class<Q> request, Class<A> answer, Duration timeout) {
    /** The SOAP operation. */
    Operation<AgentRequest<Q>, A> soap() {
      String action = AgentNames.NAMESPACE + "/" + AgentNames.PORT_TYPE + "/" + name;
      Type asked = TypeToken.getParameterized(AgentRequest.class, request).getType();
      return new Operation<>(
          action,
          action + "Response",
          AgentCodec.reader(asked, request.getSimpleName()),
          AgentCodec::write,
          AgentCodec.reader(answer, answer.getSimpleName()),
          AgentCodec::write);
    }
  }

  /** No content. */
  record Nothing() {
    static final Nothing NOTHING = new Nothing();
  }

  /** Asks what an agent is. Changes nothing. */
  static final Call<Nothing, AgentDescription> ATTACH =
      new Call<>("Attach", Nothing.class, AgentDescription.class, SHORT);

  /** Asks for free ports. */
  static final Call<PortsRequest, Endpoint> RESERVE =
      new Call<>("ReservePorts", PortsRequest.class, Endpoint.class, SHORT);

  /** Starts a server. */
  static final Call<StartRequest, ProcessReport> START =
      new Call<>("StartProcess", StartRequest.class, ProcessReport.class, LONG);

  /** Kills a server; does not wait until it is gone. */
  static final Call<ServerName, ProcessReport> KILL =
      new Call<>("KillProcess", ServerName.class, ProcessReport.class, SHORT);

  /** Asks how a server is. */
  static final Call<ServerName, ProcessReport> INSPECT =
      new Call<>("InspectProcess", ServerName.class, ProcessReport.class, SHORT);

  /** Asks whether the disk has room for the servers that run; refused if it has not. */
  static final Call<Nothing, Nothing> ROOM =
      new Call<>("RequireRoom", Nothing.class, Nothing.class, SHORT);

  /** Renews the manager's lease, as every other request but the first does. */
  static final Call<Nothing, Nothing> RENEW =
      new Call<>("RenewLease", Nothing.class, Nothing.class, SHORT);

  /** Kills the servers of a cluster and deletes their data. */
  static final Call<ClusterName, Nothing> END_CLUSTER =
      new Call<>("EndCluster", ClusterName.class, Nothing.class, LONG);

  /** Ends everything of the manager, and its lease. */
  static final Call<Nothing, Nothing> GOODBYE =
      new Call<>("Goodbye", Nothing.class, Nothing.class, LONG);

  private AgentOperations() {}
}
