package dev.flotilla.storage.identity;

import dev.flotilla.storage.disk.Disk;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes of a directory one that an older version made. */
public final class OlderIdentity {
  private OlderIdentity() {}

  /** As a directory that an older version made, or whose acceptance was cut short. */
  public static void forgetThatFoundingWasNoted(Disk disk) throws IOException {
    CheckedProperties file = new CheckedProperties(disk, "identity.properties");
    Map<String, String> values = new LinkedHashMap<>(file.read());
    values.remove("founding");
    file.write(values);
  }
}
