package dev.flotilla.bench.harness.agent;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * The operations of an agent, made of the methods of {@link Agent}. A message is one element with
 * JSON in Base64: the manager and the arguments, or the result. Stateless; any thread.
 */
final class AgentOperations {
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final XmlElement MESSAGE =
      XmlElement.of(AgentNames.NAMESPACE, AgentNames.PREFIX, "Message");
  private static final Gson GSON = new Gson();
  private static final BodyWriter<Object> WRITER =
      (value, out) -> out.base64(MESSAGE, GSON.toJson(value).getBytes(StandardCharsets.UTF_8));

  private AgentOperations() {}

  /**
   * What a manager asks of an agent.
   *
   * @param manager the manager's id, new at each of its starts
   * @param arguments of the method
   */
  record Request(UUID manager, List<Object> arguments) {
    /** Rejects a request with a missing part. */
    Request {
      Objects.requireNonNull(manager, "manager");
      arguments = List.copyOf(arguments);
    }
  }

  /** Brings what a manager asks to an agent. */
  @FunctionalInterface
  interface Caller {
    /** Calls a method; blocks until the result is there. */
    Object call(Method method, List<Object> arguments) throws IOException;
  }

  /** An agent that is called elsewhere. */
  static Agent agent(Caller caller) {
    return (Agent)
        Proxy.newProxyInstance(
            Agent.class.getClassLoader(),
            new Class<?>[] {Agent.class},
            (proxy, method, arguments) ->
                caller.call(method, arguments == null ? List.of() : List.of(arguments)));
  }

  /** The operation of a method; what returns nothing is answered with true. */
  static Operation<Request, Object> of(Method method) {
    String name = method.getName();
    String action = AgentNames.NAMESPACE + "/" + AgentNames.PORT_TYPE + "/" + name;
    Type answer = method.getReturnType() == void.class ? Boolean.class : method.getReturnType();
    return new Operation<>(
        action,
        action + "Response",
        reader("request of " + name, json -> request(method, json)),
        WRITER::write,
        reader("answer to " + name, json -> require(GSON.fromJson(json, answer))),
        WRITER);
  }

  /** How long a manager waits for an answer. */
  static Duration timeout(Method method) {
    return method.isAnnotationPresent(Agent.Slow.class) ? LONG : SHORT;
  }

  /** Lets an agent do what a manager asks. */
  static Object invoke(Method method, Agent agent, List<Object> arguments) throws IOException {
    try {
      Object result = method.invoke(agent, arguments.toArray());
      return result == null ? true : result;
    } catch (InvocationTargetException e) {
      if (e.getTargetException() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalArgumentException(String.valueOf(e.getTargetException().getMessage()), e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("an agent's own method cannot be called", e);
    }
  }

  private static Request request(Method method, JsonElement json) {
    Type[] types = method.getGenericParameterTypes();
    JsonArray given = json.getAsJsonObject().getAsJsonArray("arguments");
    if (given.size() != types.length) {
      throw new IllegalArgumentException(given.size() + " arguments in place of " + types.length);
    }
    List<Object> arguments = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      arguments.add(require(GSON.fromJson(given.get(i), types[i])));
    }
    return new Request(GSON.fromJson(json.getAsJsonObject().get("manager"), UUID.class), arguments);
  }

  private static Object require(Object part) {
    return Objects.requireNonNull(part, "nothing");
  }

  /** Rejects what is not of the type, or whose values the type rejects. */
  private static <T> BodyReader<T> reader(String what, Function<JsonElement, T> parser) {
    return in -> {
      in.expect(MESSAGE);
      String json = new String(in.base64(), StandardCharsets.UTF_8);
      try {
        return parser.apply(JsonParser.parseString(json));
      } catch (RuntimeException e) { // of Gson, or of a record that rejects its values
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw new XmlException("not a " + what + ": " + cause.getMessage(), e);
      }
    };
  }
}
