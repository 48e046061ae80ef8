package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.OperationHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The operations that one path answers, by action. Immutable, any thread. */
public final class SoapService {
  private final Map<String, Binding> bindings;

  private SoapService(Map<String, Binding> bindings) {
    this.bindings = Map.copyOf(bindings);
  }

  /** Starts an empty service. */
  public static Builder builder() {
    return new Builder();
  }

  @Nullable Binding binding(String action) {
    return bindings.get(action);
  }

  /** What is done with one action. */
  sealed interface Binding {}

  record TwoWay<Q, A>(Operation<Q, A> operation, OperationHandler<Q, A> handler)
      implements Binding {}

  record OneWay<Q>(BodyReader<Q> reader, Consumer<Q> handler) implements Binding {}

  /** Collects operations. Not thread-safe. */
  public static final class Builder {
    private final Map<String, Binding> bindings = new HashMap<>();

    private Builder() {}

    /**
     * Adds an operation that answers. If it is one-way, HTTP answers 202 as soon as the handler
     * answers the exchange, or with the handler's fault.
     */
    public <Q, A> Builder operation(Operation<Q, A> operation, OperationHandler<Q, A> handler) {
      add(operation.action(), new TwoWay<>(operation, handler));
      return this;
    }

    /**
     * Adds an operation without an answer; HTTP answers 202 once the handler has returned.
     *
     * @param handler called on an event loop, must not block
     */
    public <Q> Builder oneWay(String action, BodyReader<Q> reader, Consumer<Q> handler) {
      add(action, new OneWay<>(reader, handler));
      return this;
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

    private void add(String action, Binding binding) {
      if (bindings.putIfAbsent(action, binding) != null) {
        throw new IllegalArgumentException("two operations with the action " + action);
      }
    }
  }
}
