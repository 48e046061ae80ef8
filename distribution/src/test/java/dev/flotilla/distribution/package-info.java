/** The pages for new users, carried out. */
@NullMarked
package dev.flotilla.distribution;

import org.jspecify.annotations.NullMarked;
