/**
 * The authority of a group: makes certificates, renews them and revokes them, in directories of PEM
 * files that {@code docs/security.md} describes.
 *
 * <p>Everything runs on the caller's thread and blocks for the time that files take. Only programs
 * use this package: a device reads its key directory without it.
 *
 * <p>May depend on Bouncy Castle, which no other module may use.
 */
@NullMarked
package dev.flotilla.keys;

import org.jspecify.annotations.NullMarked;
