/** Serves the metrics and the health of a server by HTTP. */
@NullMarked
package dev.flotilla.server.metrics;

import org.jspecify.annotations.NullMarked;
