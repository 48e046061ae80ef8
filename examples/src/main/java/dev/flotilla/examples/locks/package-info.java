/**
 * Locks with fencing tokens on a terminal, by the recipes.
 *
 * <p>Thread: the caller's. Depends on the recipes and the embedding API.
 */
@NullMarked
package dev.flotilla.examples.locks;

import org.jspecify.annotations.NullMarked;
