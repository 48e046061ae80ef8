/** Servers and clients as beans of Spring Boot. */
@NullMarked
package dev.flotilla.spring;

import org.jspecify.annotations.NullMarked;
