/** Groups for tests, tried with a counter. */
package dev.flotilla.test;
