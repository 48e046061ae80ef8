package dev.flotilla.dpws.device;

import org.jspecify.annotations.Nullable;

/**
 * What all devices of a model have in common (DPWS 1.1, section 5.1). Texts hold at most 256 bytes,
 * URLs 2,048.
 *
 * @param manufacturer who makes it, in English
 * @param manufacturerUrl where they are found
 * @param modelName what it is called, in English
 * @param modelNumber its number
 * @param modelUrl where it is described
 * @param presentationUrl where a person may look at the device itself
 */
public record ThisModel(
    String manufacturer,
    @Nullable String manufacturerUrl,
    String modelName,
    @Nullable String modelNumber,
    @Nullable String modelUrl,
    @Nullable String presentationUrl)
    implements MetadataSection {
  /** Checks the sizes. */
  public ThisModel {
    FieldLimits.requireText("manufacturer", manufacturer);
    FieldLimits.requireOptionalUri("manufacturer URL", manufacturerUrl);
    FieldLimits.requireText("model name", modelName);
    FieldLimits.requireOptionalText("model number", modelNumber);
    FieldLimits.requireOptionalUri("model URL", modelUrl);
    FieldLimits.requireOptionalUri("presentation URL", presentationUrl);
  }

  /** With what is required only. */
  public static ThisModel of(String manufacturer, String modelName) {
    return new ThisModel(manufacturer, null, modelName, null, null, null);
  }

  @Override
  public String dialect() {
    return DpwsNames.THIS_MODEL_DIALECT;
  }
}
