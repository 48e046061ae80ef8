package dev.flotilla.dpws.device;

/** One part of what a device or service says about itself. */
public sealed interface MetadataSection permits ThisModel, ThisDevice, Relationship, WsdlLocation {
  /** The dialect that names this kind of section. */
  String dialect();
}
