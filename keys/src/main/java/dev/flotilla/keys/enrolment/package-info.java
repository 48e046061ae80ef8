/**
 * Gives a new device its certificate over the network: a service on the operator's machine, and the
 * device that asks it. Both know a secret that the operator carries from one to the other.
 *
 * <p>The secret names the authority, by a hash of its certificate, and holds a random token. The
 * device verifies by TLS that the service belongs to that authority before it sends the token. The
 * service issues a certificate only for the token. So nobody who lacks the secret can play the
 * service or the device, and who listens learns neither token nor key.
 *
 * <p>{@code docs/how-to/make-keys.md} shows its use.
 */
@NullMarked
package dev.flotilla.keys.enrolment;

import org.jspecify.annotations.NullMarked;
