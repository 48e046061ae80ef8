package dev.flotilla.systemtests.storage;

import dev.flotilla.systemtests.storage.Ending.Kind;
import java.io.IOException;
import java.nio.file.Path;

/** Harms of which it is known what must come, so that the trial itself is tried. */
enum Control implements Trial.Harm {
  /** Nothing at all. */
  NONE("no harm at all", Kind.BORNE, "") {
    @Override
    public void strike(Path directory) {}
  },

  /** One file is struck, and another, in the opinion of the trial, which must miss its name. */
  MISNAMED("a refusal that names another file than the one that was struck", Kind.WRONG, "vote") {
    @Override
    public void strike(Path directory) throws IOException {
      new Flip("identity.properties", A_BYTE, 1).strike(directory);
    }
  };

  private static final int A_BYTE = 90;

  private final String text;
  private final Kind kind;
  private final String file;

  Control(String text, Kind kind, String file) {
    this.text = text;
    this.kind = kind;
    this.file = file;
  }

  /** What must come of it. */
  Kind kind() {
    return kind;
  }

  @Override
  public String file() {
    return file;
  }

  @Override
  public String toString() {
    return text;
  }
}
