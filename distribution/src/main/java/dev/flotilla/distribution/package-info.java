/** What only the archives of Flotilla have. */
@NullMarked
package dev.flotilla.distribution;

import org.jspecify.annotations.NullMarked;
