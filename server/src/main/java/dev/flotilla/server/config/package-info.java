/** Values of options from the environment, a file of a server, and contexts of clients. */
@NullMarked
package dev.flotilla.server.config;

import org.jspecify.annotations.NullMarked;
