package dev.flotilla.server.json;

/** Versions: the document of {@code version}. */
public record VersionJson(String version, String java, String os) {}
