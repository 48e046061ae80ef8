package dev.flotilla.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.http.HttpResource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The page, and the policy under which browsers run it. Immutable. */
final class Page {
  private static final String RESOURCE = "console.html";

  private final HttpResource html;
  private final String policy;

  private Page(String text) {
    html = HttpResource.of("text/html; charset=utf-8", text.getBytes(UTF_8));
    policy =
        String.join(
            "; ",
            "default-src 'none'",
            "script-src " + hash(text, "script"),
            "style-src " + hash(text, "style"),
            "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'");
  }

  static Page load() {
    try (InputStream in = Page.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing in the jar of the console");
      }
      return new Page(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  HttpResource html() {
    return html;
  }

  /**
   * The header fields of every answer. The policy: this script, this style, calls to this console.
   */
  String[] fields() {
    return new String[] {
      "Content-Security-Policy: " + policy,
      "X-Content-Type-Options: nosniff",
      "X-Frame-Options: DENY",
      "Referrer-Policy: no-referrer",
      "Cross-Origin-Opener-Policy: same-origin",
      "Cross-Origin-Resource-Policy: same-origin",
      "Cache-Control: no-store"
    };
  }

  private static String hash(String text, String element) {
    String begin = "<" + element + ">";
    String end = "</" + element + ">";
    String content = text.substring(text.indexOf(begin) + begin.length(), text.indexOf(end));
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
