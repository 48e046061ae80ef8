package dev.flotilla.test;

import java.nio.file.Path;

/**
 * What a server needs to know of its group.
 *
 * @param group the name of the group
 * @param servers how many servers found the group
 * @param number its number, from 0
 * @param directory its data directory; the same after a restart
 */
public record Place(String group, int servers, int number, Path directory) {}
