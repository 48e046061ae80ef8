/** Tests of the TCP transport. */
@NullMarked
package dev.flotilla.tcp;

import org.jspecify.annotations.NullMarked;
