package dev.flotilla.server.json;

import org.jspecify.annotations.Nullable;

/**
 * How a command ended: a document of {@code insert}.
 *
 * @param outcome executed, rejected, refused or unknown
 * @param result what the state machine answered; null unless executed or rejected
 * @param reason why it was refused, in a word; null otherwise
 * @param detail why it was refused or its outcome is unknown; null otherwise
 */
public record InsertJson(
    String uid,
    String outcome,
    @Nullable String result,
    @Nullable String reason,
    @Nullable String detail) {}
