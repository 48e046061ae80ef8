package dev.flotilla.raftdpws.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.raft.model.NumberLimits;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Changes envelopes: mostly the contents of elements, else whatever XML knows. */
final class Mutations {
  private static final Pattern LEAF = Pattern.compile("<([a-z0-9]+:\\w+)([^<>]*)>([^<>]*)</\\1>");
  private static final List<Long> LIMITS =
      List.of(
          NumberLimits.MAX_INDEX,
          NumberLimits.MAX_TERM,
          NumberLimits.MAX_TIME_MILLIS,
          999_999_999_999_999_999L,
          Long.MAX_VALUE);
  private static final List<String> ODD_NUMBERS =
      List.of(
          "0", "00", "01", "-1", "-0", "+1", "", " 7", "7 ", "7\n", "0x7", "7.0", "7e0", "\u0667");
  private static final List<String> ODD_TEXTS =
      List.of(
          "&amp;",
          "&lt;",
          "&#65;",
          "&#x41;",
          "&x;",
          "]]>",
          "<![CDATA[7]]>",
          "<!---->",
          "<!--<-->",
          "<?p?>",
          "<x/>",
          "<r:uid>7</r:uid>",
          " ",
          "\t",
          "\n",
          "\r",
          "\r\n",
          "\u0000",
          "\u0001",
          "\u007f",
          "\u0085",
          "\u00e9",
          "\u2028",
          "\ufffe",
          "\uffff",
          "\ud83d\ude00",
          ">",
          "<",
          "&",
          "'",
          "\"",
          "=",
          "====",
          "AA=A",
          "A===",
          "QQ==",
          "QR==",
          "QQ=",
          "QQ");

  private final SplittableRandom random;

  Mutations(SplittableRandom random) {
    this.random = random;
  }

  /** The envelope with one to three changes. */
  byte[] mutated(byte[] envelope) {
    byte[] changed = envelope;
    int changes = random.nextBoolean() ? 1 : 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      changed = random.nextInt(4) == 0 ? changedBytes(changed) : changedText(changed);
    }
    return changed;
  }

  private byte[] changedBytes(byte[] envelope) {
    if (envelope.length == 0) {
      return envelope;
    }
    int at = random.nextInt(envelope.length);
    switch (random.nextInt(7)) {
      case 0 -> {
        byte[] changed = envelope.clone();
        changed[at] ^= (byte) (1 << random.nextInt(8));
        return changed;
      }
      case 1 -> {
        byte[] changed = envelope.clone();
        changed[at] = (byte) random.nextInt(256);
        return changed;
      }
      case 2 -> {
        return spliced(envelope, at, at, new byte[] {(byte) random.nextInt(256)});
      }
      case 3 -> {
        int end = Math.min(envelope.length, at + 1 + random.nextInt(30));
        return spliced(envelope, at, end, new byte[0]);
      }
      case 4 -> {
        return Arrays.copyOf(envelope, at);
      }
      case 5 -> {
        return spliced(envelope, at, at, pick(ODD_TEXTS).getBytes(UTF_8));
      }
      default -> {
        return spliced(envelope, envelope.length, envelope.length, pick(ODD_TEXTS).getBytes(UTF_8));
      }
    }
  }

  private byte[] changedText(byte[] envelope) {
    String text = new String(envelope, UTF_8);
    switch (random.nextInt(10)) {
      case 0 -> {
        return reencoded(text);
      }
      case 1 -> {
        return withoutMarkup(text).getBytes(UTF_8);
      }
      default -> {}
    }
    List<MatchResult> leaves = LEAF.matcher(text).results().toList();
    if (leaves.isEmpty()) {
      return envelope;
    }
    MatchResult leaf = pick(leaves);
    String changed =
        switch (random.nextInt(20)) {
          case 0 -> replaced(text, leaf.start(), leaf.end(), leaf.group() + leaf.group());
          case 1 -> replaced(text, leaf.start(), leaf.end(), "");
          case 2 -> swapped(text, leaf, pick(leaves));
          case 3 -> replaced(text, leaf.start(), leaf.start(), pick(ODD_TEXTS));
          case 4 -> withOtherPrefix(text, leaf);
          case 5 -> replaced(text, leaf.start(3), leaf.end(3), "<![CDATA[" + leaf.group(3) + "]]>");
          default -> replaced(text, leaf.start(3), leaf.end(3), content(leaf.group(3)));
        };
    return changed.getBytes(UTF_8);
  }

  /** Another text in a leaf. */
  private String content(String old) {
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> {
        return Long.toString(random.nextLong(1L << random.nextInt(1, 63)));
      }
      case 3 -> {
        return Long.toString(pick(LIMITS) + random.nextInt(3) - 1);
      }
      case 4 -> {
        return pick(ODD_NUMBERS);
      }
      case 5 -> {
        byte[] content = new byte[random.nextInt(20)];
        random.nextBytes(content);
        return Base64.getEncoder().encodeToString(content);
      }
      case 6 -> {
        int at = random.nextInt(old.length() + 1);
        return old.substring(0, at) + pick(ODD_TEXTS) + old.substring(at);
      }
      case 7 -> {
        return "9".repeat(random.nextInt(25));
      }
      default -> {
        return "text " + random.nextInt();
      }
    }
  }

  private byte[] reencoded(String text) {
    return switch (random.nextInt(6)) {
      case 0 -> text.getBytes(UTF_16);
      case 1 -> text.replace("UTF-8", "UTF-16").getBytes(UTF_16);
      case 2 -> text.replace("UTF-8", "ISO-8859-1").getBytes(ISO_8859_1);
      case 3 -> text.replace("\"UTF-8\"", "'utf8'").getBytes(UTF_8);
      case 4 -> ("\ufeff" + text).getBytes(UTF_8);
      default -> text.substring(text.indexOf('>') + 1).getBytes(UTF_8);
    };
  }

  /** Cuts out what lies between two places of which each is at an angle bracket. */
  private String withoutMarkup(String text) {
    int start = bracket(text, random.nextInt(text.length() + 1));
    int end = start;
    for (int i = random.nextInt(5); i >= 0; i--) {
      end = bracket(text, end + 1);
    }
    return replaced(text, start, end, "");
  }

  private static int bracket(String text, int from) {
    int at = Math.min(from, text.length());
    while (at < text.length() && text.charAt(at) != '<' && text.charAt(at) != '>') {
      at++;
    }
    return at;
  }

  private String withOtherPrefix(String text, MatchResult leaf) {
    String prefix = leaf.group(1).substring(0, leaf.group(1).indexOf(':'));
    String other = random.nextBoolean() ? "q" : "r";
    if (random.nextBoolean()) {
      return replaced(text, leaf.start() + 1, leaf.start() + 1 + prefix.length(), other);
    }
    return text.replace("<" + prefix + ":", "<" + other + ":")
        .replace("</" + prefix + ":", "</" + other + ":")
        .replace("xmlns:" + prefix + "=", "xmlns:" + other + "=");
  }

  private static String swapped(String text, MatchResult one, MatchResult other) {
    MatchResult first = one.start() <= other.start() ? one : other;
    MatchResult second = first == one ? other : one;
    return first.end() > second.start()
        ? text
        : text.substring(0, first.start())
            + second.group()
            + text.substring(first.end(), second.start())
            + first.group()
            + text.substring(second.end());
  }

  private static String replaced(String text, int start, int end, String by) {
    return text.substring(0, start) + by + text.substring(end);
  }

  private static byte[] spliced(byte[] bytes, int start, int end, byte[] by) {
    byte[] result = new byte[bytes.length - (end - start) + by.length];
    System.arraycopy(bytes, 0, result, 0, start);
    System.arraycopy(by, 0, result, start, by.length);
    System.arraycopy(bytes, end, result, start + by.length, bytes.length - end);
    return result;
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
