/** What commands print with {@code --json}: a record for each document, and the one writer. */
@NullMarked
package dev.flotilla.server.json;

import org.jspecify.annotations.NullMarked;
