/** An application outside of Flotilla. */
module outside {
  requires dev.flotilla;

  opens outside to
      dev.flotilla;
}
