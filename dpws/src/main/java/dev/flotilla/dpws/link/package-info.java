/** Network interfaces as they are now: which addresses one has, and when that changes. */
@NullMarked
package dev.flotilla.dpws.link;

import org.jspecify.annotations.NullMarked;
