package dev.flotilla.dpws.device;

import org.jspecify.annotations.Nullable;

/**
 * What is special about one device (DPWS 1.1, section 5.1). Texts hold at most 256 bytes.
 *
 * @param friendlyName what people call it, in English
 * @param firmwareVersion what runs on it
 * @param serialNumber its maker's number
 */
public record ThisDevice(
    String friendlyName, @Nullable String firmwareVersion, @Nullable String serialNumber)
    implements MetadataSection {
  /** Checks the sizes. */
  public ThisDevice {
    FieldLimits.requireText("friendly name", friendlyName);
    FieldLimits.requireOptionalText("firmware version", firmwareVersion);
    FieldLimits.requireOptionalText("serial number", serialNumber);
  }

  @Override
  public String dialect() {
    return DpwsNames.THIS_DEVICE_DIALECT;
  }
}
