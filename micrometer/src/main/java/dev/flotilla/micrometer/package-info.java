/** Binds the metrics of a server to a registry of Micrometer. */
@NullMarked
package dev.flotilla.micrometer;

import org.jspecify.annotations.NullMarked;
