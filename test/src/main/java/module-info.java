/** Groups of servers for the tests of applications. */
module dev.flotilla.test {
  requires static org.jspecify;
  requires java.management;
  requires transitive dev.flotilla;
  requires transitive org.junit.jupiter.api;

  exports dev.flotilla.test;
}
