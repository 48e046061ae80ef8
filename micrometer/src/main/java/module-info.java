/** Metrics of a server in a registry of Micrometer. */
@SuppressWarnings({"requires-transitive-automatic", "module"})
module dev.flotilla.micrometer {
  requires static org.jspecify;
  requires transitive dev.flotilla;
  requires transitive micrometer.core;

  exports dev.flotilla.micrometer;
}
