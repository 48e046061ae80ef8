/** A standard error of a server that no reader can hold up. */
@NullMarked
package dev.flotilla.process;

import org.jspecify.annotations.NullMarked;
