/** Efficient XML Interchange (EXI) for the messages of {@code dev.flotilla.dpws}. */
module dev.flotilla.dpws.exi {
  requires static org.jspecify;
  requires transitive dev.flotilla.dpws;
  requires exificient;
  requires exificient.core;
  requires exificient.grammars;
  requires java.xml;
  requires xercesImpl;

  exports dev.flotilla.dpws.exi;

  // Its schemas are resources.
  opens dev.flotilla.dpws.exi to
      dev.flotilla.dpws;
}
