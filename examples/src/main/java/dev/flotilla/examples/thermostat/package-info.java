/**
 * A group of thermostats that agree on the temperature of a hall, whichever of them is switched
 * off.
 *
 * <p>Thread: the caller's. Depends on the embedding API of {@code dev.flotilla} only.
 */
@NullMarked
package dev.flotilla.examples.thermostat;

import org.jspecify.annotations.NullMarked;
