package dev.flotilla.keys;

/**
 * What an authority answers to a request for a certificate. Immutable.
 *
 * @param issued the certificate
 * @param isRepeated whether the key had this certificate already, because an answer was lost
 * @param bundle everything that the device needs beside its key, as PEM: its certificate first,
 *     those of the authority, the revocation list
 */
public record Enrolled(IssuedCertificate issued, boolean isRepeated, String bundle) {}
