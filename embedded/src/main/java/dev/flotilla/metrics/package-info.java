/** The numbers and the health of a server, as values for monitoring systems. */
@NullMarked
package dev.flotilla.metrics;

import org.jspecify.annotations.NullMarked;
