/**
 * The replicated state behind the recipes: owners with leases by log time, what they hold or wait
 * for, counters and latches; and the commands that change it.
 *
 * <p>Thread: the one that applies commands. Depends on the embedding API.
 */
@NullMarked
package dev.flotilla.recipes.state;

import org.jspecify.annotations.NullMarked;
