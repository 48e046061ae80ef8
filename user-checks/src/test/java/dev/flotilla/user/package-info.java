/** An application that knows no more of Flotilla than its published libraries. */
@NullMarked
package dev.flotilla.user;

import org.jspecify.annotations.NullMarked;
