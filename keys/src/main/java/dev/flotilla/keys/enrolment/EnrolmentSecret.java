package dev.flotilla.keys.enrolment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.keys.CertificateFields;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Locale;

/**
 * What an operator carries to a new device: 90 bits of the authority's fingerprint, 80 random bits
 * and a check character, as seven groups of five characters. Immutable, any thread.
 *
 * <p>Letters and digits are those of Crockford's Base 32, without I, L, O and U. Upper and lower
 * case are the same, O is read as 0, I and L as 1; hyphens and blanks do not count. The check
 * character notices every single wrong character and every two neighbours that are exchanged.
 *
 * <p>90 bits are enough for the fingerprint: a forger needs another certificate with the same ones,
 * which takes 2^90 attempts. 80 are enough for the token: a service ends after few wrong ones.
 */
public final class EnrolmentSecret {
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int BITS_PER_CHAR = 5;
  private static final int AUTHORITY_CHARS = 18;
  private static final int TOKEN_CHARS = 16;
  private static final int CHARS = AUTHORITY_CHARS + TOKEN_CHARS + 1;
  private static final int GROUP_CHARS = 5;

  /** More than anybody types, with blanks and hyphens. */
  private static final int MAX_TYPED = 200;

  /** The polynomial x^5 + x^2 + 1 of the field with 32 elements. */
  private static final int FIELD = 0b100101;

  private final String authority;
  private final String token;

  private EnrolmentSecret(String authority, String token) {
    this.authority = authority;
    this.token = token;
  }

  /** A new secret, for a service of that authority. */
  public static EnrolmentSecret of(X509Certificate authority) {
    BigInteger random = new BigInteger(TOKEN_CHARS * BITS_PER_CHAR, new SecureRandom());
    return new EnrolmentSecret(hash(authority), text(random, TOKEN_CHARS));
  }

  /**
   * Reads what somebody has typed.
   *
   * @throws IllegalArgumentException if it is no secret, or mistyped; the message does not repeat
   *     it
   */
  public static EnrolmentSecret parse(String typed) {
    if (typed.length() > MAX_TYPED) {
      throw refused("is longer than " + CHARS + " letters and digits");
    }
    String plain =
        typed
            .toUpperCase(Locale.ROOT)
            .replaceAll("[-\\s]", "")
            .replace('O', '0')
            .replace('I', '1')
            .replace('L', '1');
    if (plain.chars().anyMatch(c -> ALPHABET.indexOf(c) < 0)) {
      throw refused("holds other characters than letters and digits, or a U");
    }
    if (plain.length() != CHARS) {
      throw refused("has %s letters and digits instead of %s".formatted(plain.length(), CHARS));
    }
    String content = plain.substring(0, CHARS - 1);
    if (check(content) != plain.charAt(CHARS - 1)) {
      throw refused("is mistyped: its last character does not fit the others");
    }
    return new EnrolmentSecret(
        content.substring(0, AUTHORITY_CHARS), content.substring(AUTHORITY_CHARS));
  }

  /** Whether the certificate is the one of the authority that the secret names. */
  public boolean names(X509Certificate certificate) {
    return hash(certificate).equals(authority);
  }

  /** Whether it is the token; takes the same time wherever they differ. */
  boolean isToken(String presented) {
    return MessageDigest.isEqual(bytes(token), bytes(presented));
  }

  /** The random part, which only an authenticated service may see. */
  String token() {
    return token;
  }

  /** The text for the operator. */
  public String text() {
    String content = authority + token;
    String all = content + check(content);
    return String.join("-", all.split("(?<=\\G.{" + GROUP_CHARS + "})", -1)).replaceAll("-$", "");
  }

  /** Does not show the secret, in case that it is logged. */
  @Override
  public String toString() {
    return "EnrolmentSecret of authority " + authority;
  }

  private static String hash(X509Certificate certificate) {
    byte[] digest = CertificateFields.fingerprint(certificate);
    int bits = AUTHORITY_CHARS * BITS_PER_CHAR;
    byte[] first = Arrays.copyOf(digest, (bits + 7) / 8);
    BigInteger number = new BigInteger(1, first).shiftRight(first.length * 8 - bits);
    return text(number, AUTHORITY_CHARS);
  }

  private static String text(BigInteger number, int chars) {
    StringBuilder text = new StringBuilder();
    for (int place = chars - 1; place >= 0; place--) {
      int digit = number.shiftRight(place * BITS_PER_CHAR).intValue() & (ALPHABET.length() - 1);
      text.append(ALPHABET.charAt(digit));
    }
    return text.toString();
  }

  /** The sum of the digits, each weighted with another power of x, in the field. */
  private static char check(String content) {
    int sum = 0;
    for (int i = 0; i < content.length(); i++) {
      char c = content.charAt(i);
      sum = times(sum ^ ALPHABET.indexOf(c));
    }
    return ALPHABET.charAt(sum);
  }

  private static int times(int element) {
    int shifted = element << 1;
    return shifted < ALPHABET.length() ? shifted : shifted ^ FIELD;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException(
        "the secret " + why + "; compare it with what 'flotilla keys serve' shows");
  }
}
