package dev.flotilla.keys;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * What signs certificates.
 *
 * @param certificate the authority's own
 * @param key its private key
 */
record Issuer(X509Certificate certificate, PrivateKey key) {}
