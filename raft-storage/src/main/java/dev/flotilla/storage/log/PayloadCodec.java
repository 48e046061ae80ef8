package dev.flotilla.storage.log;

import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.ConfigurationForm;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The form of an entry's payload on disk. Writing makes no garbage. Any thread.
 *
 * <p>Texts are written one UTF-16 unit after the other, each in the one to three bytes that UTF-8
 * would use: ASCII is itself, and whatever a {@link String} can hold comes back as it was.
 *
 * <p>Internal: public only for the other packages of raft-storage.
 */
public final class PayloadCodec {
  private static final byte NO_OP = 1;
  private static final byte COMMAND = 2;
  static final byte CONFIGURATION = 3;
  private static final byte WITHHELD = 4;
  private static final byte SESSION_COMMAND = 5;
  private static final byte OPEN_SESSION = 6;
  private static final byte ACTIVATE_VERSION = 7;
  private static final byte ACTIVATE_COMMANDS = 8;

  private static final int TAG_BYTES = 3 * Long.BYTES;

  private static final int ONE_BYTE_BELOW = 0x80;
  private static final int TWO_BYTES_BELOW = 0x800;
  private static final int TRAIL_BITS = 6;
  private static final int TRAIL_MASK = 0x3f;

  private PayloadCodec() {}

  public static byte typeOf(Payload payload) {
    if (payload instanceof Command command) {
      return command.session().isPresent() ? SESSION_COMMAND : COMMAND;
    }
    if (payload instanceof NoOp) {
      return NO_OP;
    }
    if (payload instanceof Configuration) {
      return CONFIGURATION;
    }
    if (payload instanceof WitnessEntry) {
      return WITHHELD;
    }
    if (payload instanceof OpenSession) {
      return OPEN_SESSION;
    }
    if (payload instanceof ActivateVersion) {
      return ACTIVATE_VERSION;
    }
    if (payload instanceof ActivateCommands) {
      return ACTIVATE_COMMANDS;
    }
    throw new IllegalArgumentException("the log has no form for " + payload.getClass());
  }

  public static int sizeOf(Payload payload) {
    if (payload instanceof Command command) {
      return (command.session().isPresent() ? TAG_BYTES : 0)
          + Integer.BYTES
          + sizeOf(command.uid())
          + Integer.BYTES
          + sizeOf(command.command())
          + command.parameters().size();
    }
    if (payload instanceof OpenSession open) {
      return Integer.BYTES + sizeOf(open.uid());
    }
    if (payload instanceof Configuration configuration) {
      return ConfigurationForm.sizeOf(configuration);
    }
    boolean isVersion = payload instanceof ActivateVersion || payload instanceof ActivateCommands;
    return isVersion ? Integer.BYTES : 0;
  }

  public static void write(Payload payload, ByteBuffer target) {
    if (payload instanceof Command command) {
      command.session().ifPresent(tag -> write(tag, target));
      write(command.uid(), target);
      write(command.command(), target);
      command.parameters().copyTo(target);
    } else if (payload instanceof Configuration configuration) {
      ConfigurationForm.write(configuration, target);
    } else if (payload instanceof OpenSession open) {
      write(open.uid(), target);
    } else if (payload instanceof ActivateVersion activation) {
      target.putInt(activation.version());
    } else if (payload instanceof ActivateCommands activation) {
      target.putInt(activation.version());
    }
  }

  private static void write(SessionTag tag, ByteBuffer target) {
    target.putLong(tag.session()).putLong(tag.sequence()).putLong(tag.lowestUnanswered());
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param source from its position to its limit the payload and nothing else
   * @throws IOException if it is not a payload of that type; the checksum was right, so another
   *     version wrote it
   */
  public static Payload read(byte type, ByteBuffer source) throws IOException {
    try {
      return switch (type) {
        case NO_OP -> NoOp.INSTANCE;
        case COMMAND -> readCommand(source, Optional.empty());
        case SESSION_COMMAND -> {
          SessionTag tag = new SessionTag(source.getLong(), source.getLong(), source.getLong());
          yield readCommand(source, Optional.of(tag));
        }
        case CONFIGURATION -> ConfigurationForm.read(source);
        case WITHHELD -> WitnessEntry.INSTANCE;
        case OPEN_SESSION -> new OpenSession(readText(source));
        case ACTIVATE_VERSION -> new ActivateVersion(source.getInt());
        case ACTIVATE_COMMANDS -> new ActivateCommands(source.getInt());
        default -> throw new IOException("this version knows no entry of type " + type);
      };
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("not an entry of type " + type, e);
    }
  }

  private static Command readCommand(ByteBuffer source, Optional<SessionTag> session)
      throws IOException {
    String uid = readText(source);
    String command = readText(source);
    byte[] parameters = new byte[source.remaining()];
    source.get(parameters);
    return new Command(uid, command, Bytes.wrap(parameters), session);
  }

  private static int sizeOf(String text) {
    int size = text.length();
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit >= ONE_BYTE_BELOW) {
        size += unit < TWO_BYTES_BELOW ? 1 : 2;
      }
    }
    return size;
  }

  private static void write(String text, ByteBuffer target) {
    int start = target.position();
    target.putInt(0);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < ONE_BYTE_BELOW) {
        target.put((byte) unit);
      } else {
        writeWide(unit, target);
      }
    }
    target.putInt(start, target.position() - start - Integer.BYTES);
  }

  private static void writeWide(char unit, ByteBuffer target) {
    if (unit < TWO_BYTES_BELOW) {
      target.put((byte) (0xc0 | (unit >> TRAIL_BITS)));
    } else {
      target.put((byte) (0xe0 | (unit >> (2 * TRAIL_BITS))));
      target.put((byte) (0x80 | ((unit >> TRAIL_BITS) & TRAIL_MASK)));
    }
    target.put((byte) (0x80 | (unit & TRAIL_MASK)));
  }

  private static String readText(ByteBuffer source) throws IOException {
    int size = source.remaining() < Integer.BYTES ? -1 : source.getInt();
    if (size < 0 || size > source.remaining()) {
      throw new IOException("a text of " + size + " bytes in " + source.remaining());
    }
    byte[] bytes = new byte[size];
    source.get(bytes);
    for (byte b : bytes) {
      if (b < 0) {
        return widen(bytes);
      }
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String widen(byte[] bytes) throws IOException {
    StringBuilder text = new StringBuilder(bytes.length);
    int place = 0;
    while (place < bytes.length) {
      int lead = bytes[place] & 0xff;
      int trails = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : 2;
      if (place + trails >= bytes.length) {
        throw new IOException("a text that ends within a character");
      }
      int unit = trails == 0 ? lead : trails == 1 ? lead & 0x1f : lead & 0x0f;
      for (int i = 1; i <= trails; i++) {
        unit = (unit << TRAIL_BITS) | (bytes[place + i] & TRAIL_MASK);
      }
      text.append((char) unit);
      place += 1 + trails;
    }
    return text.toString();
  }
}
