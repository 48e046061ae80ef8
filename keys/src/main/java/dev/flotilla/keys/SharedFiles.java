package dev.flotilla.keys;

/**
 * The files that are the same in every key directory of a group, as PEM.
 *
 * @param authorities the certificates of the authority
 * @param revocations its revocation list
 */
record SharedFiles(String authorities, String revocations) {}
