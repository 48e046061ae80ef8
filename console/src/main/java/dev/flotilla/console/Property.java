package dev.flotilla.console;

/**
 * A property of a member or a node, for people.
 *
 * @param name what it is
 * @param value its value, with its unit
 */
public record Property(String name, String value) {}
