/** Makes the keys and certificates of a group, and issues them to new devices. */
module dev.flotilla.keys {
  requires static org.jspecify;
  requires dev.flotilla.dpws;
  requires java.net.http;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;
  requires org.slf4j;

  exports dev.flotilla.keys;
  exports dev.flotilla.keys.enrolment;
}
