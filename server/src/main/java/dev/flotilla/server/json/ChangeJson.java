package dev.flotilla.server.json;

import org.jspecify.annotations.Nullable;

/**
 * What a command that changes members has done.
 *
 * @param done added, removed, promoted, transferred or snapshot
 * @param member whom it was about; null for any member
 * @param as voter, learner or witness of one that was added; null for others
 */
public record ChangeJson(String done, @Nullable String member, @Nullable String as) {}
