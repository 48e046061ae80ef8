package dev.flotilla.spring;

import dev.flotilla.ServerBuilder;

/** A bean that sets what {@link FlotillaProperties} does not, before the server starts. */
@FunctionalInterface
public interface FlotillaServerCustomizer {
  /**
   * Changes the builder, which has all settings of the properties. Called once, on the thread that
   * starts the application.
   */
  void customize(ServerBuilder builder);
}
