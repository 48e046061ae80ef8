package dev.flotilla.dpws.device;

import java.util.List;
import java.util.Optional;

/**
 * What a device or service says about itself. Sections of other dialects are passed over when read.
 *
 * @param sections its parts
 */
public record Metadata(List<MetadataSection> sections) {
  /** Copies the list. */
  public Metadata {
    sections = List.copyOf(sections);
  }

  /** The first section of a kind, if there is one. */
  public <T extends MetadataSection> Optional<T> section(Class<T> kind) {
    return sections.stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }

  /** The services that a device hosts; empty when it does not say. */
  public List<Relationship.Hosted> hosted() {
    return section(Relationship.class).map(Relationship::hosted).orElse(List.of());
  }

  /** Those sections that have this dialect. */
  Metadata ofDialect(String dialect) {
    String wanted = withoutTrailingSlash(dialect);
    return new Metadata(
        sections.stream().filter(s -> withoutTrailingSlash(s.dialect()).equals(wanted)).toList());
  }

  // The WSDL dialect is written with and without a slash at its end.
  private static String withoutTrailingSlash(String uri) {
    return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
  }
}
