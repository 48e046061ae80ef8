/**
 * Checks of the whole source tree that no compiler makes: which module may use which, what the
 * protocol core must not touch, and tidiness.
 *
 * <p>{@code TidyRule} reads sources, {@code ArchitectureRules} reads compiled classes. Each rule
 * has a plant beside it: a violation that a test puts into a small tree of its own and sees caught,
 * so that no rule can pass by checking nothing.
 */
@NullMarked
package dev.flotilla.checks;

import org.jspecify.annotations.NullMarked;
