/**
 * Devices and the metadata that describes them (DPWS 1.1, sections 4 and 5).
 *
 * <p>{@link dev.flotilla.dpws.device.Device} is a device with its hosted services, {@link
 * dev.flotilla.dpws.device.DeviceExplorer} asks other devices what they are. How a device finds
 * others is {@code dev.flotilla.dpws.discovery}'s concern.
 */
@NullMarked
package dev.flotilla.dpws.device;

import org.jspecify.annotations.NullMarked;
