/** Locks, elections and other recipes for applications. */
module dev.flotilla.recipes {
  requires static org.jspecify;
  requires transitive dev.flotilla;
  requires dev.flotilla.raft;
  requires org.slf4j;

  exports dev.flotilla.recipes;
  exports dev.flotilla.recipes.state;

  opens dev.flotilla.recipes.state to
      dev.flotilla;
}
