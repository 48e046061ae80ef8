/**
 * Checks of the whole source tree that no compiler makes: tidiness, pages that name classes, and
 * what the launcher builds. They need no other module, so they are the first of a build.
 *
 * <p>Each {@code TidyRule} has a plant beside it: a violation that a test puts into a small tree of
 * its own and sees caught, so that no rule can pass by checking nothing.
 */
@NullMarked
package dev.flotilla.checks;

import org.jspecify.annotations.NullMarked;
