package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.OperationHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The operations that one path answers, by action. Immutable, any thread. */
public final class SoapService {
  final Map<String, Binding<?, ?>> bindings;

  private SoapService(Map<String, Binding<?, ?>> bindings) {
    this.bindings = Map.copyOf(bindings);
  }

  /** Starts an empty service. */
  public static Builder builder() {
    return new Builder();
  }

  /** What is done with one action. */
  static final class Binding<Q, A> {
    final Operation<Q, A> operation;
    final OperationHandler<Q, A> handler;

    private Binding(Operation<Q, A> operation, OperationHandler<Q, A> handler) {
      this.operation = operation;
      this.handler = handler;
    }
  }

  /** Collects operations. Not thread-safe. */
  public static final class Builder {
    private final Map<String, Binding<?, ?>> bindings = new HashMap<>();

    private Builder() {}

    /**
     * Adds an operation that answers. If it is one-way, HTTP answers 202 as soon as the handler
     * answers the exchange, or with the handler's fault.
     */
    public <Q, A> Builder operation(Operation<Q, A> operation, OperationHandler<Q, A> handler) {
      add(operation.action(), new Binding<>(operation, handler));
      return this;
    }

    /**
     * Adds an operation without an answer; HTTP answers 202 once the handler has returned.
     *
     * @param handler called on an event loop, must not block
     */
    public <Q> Builder oneWay(String action, BodyReader<Q> reader, Consumer<Q> handler) {
      return operation(
          Operation.oneWay(action, reader, (request, out) -> {}),
          (request, exchange) -> {
            exchange.answer(EmptyBody.EMPTY);
            handler.accept(request);
          });
    }

    /** Adds every operation of another service. */
    public Builder include(SoapService other) {
      other.bindings.forEach(this::add);
      return this;
    }

    /** The service. */
    public SoapService build() {
      return new SoapService(bindings);
    }

    private void add(String action, Binding<?, ?> binding) {
      if (bindings.putIfAbsent(action, binding) != null) {
        throw new IllegalArgumentException("two operations with the action " + action);
      }
    }
  }
}
