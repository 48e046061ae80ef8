package dev.flotilla.server.json;

import java.util.List;

/** Whether a group is healthy: the document of {@code status --check}. */
public record HealthJson(String group, boolean healthy, boolean hasLeader, List<String> problems) {}
