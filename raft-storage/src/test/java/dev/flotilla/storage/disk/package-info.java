/** A disk in memory that can lose what was not forced, and tests of the real one. */
package dev.flotilla.storage.disk;
