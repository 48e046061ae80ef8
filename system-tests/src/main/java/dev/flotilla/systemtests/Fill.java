package dev.flotilla.systemtests;

/**
 * A command that takes room on disks.
 *
 * @param number unique in a run
 * @param padding nobody reads it
 */
record Fill(int number, String padding) {}
