package dev.flotilla.server.json;

import dev.flotilla.keys.IssuedCertificate;
import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.Role;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a group: the document of {@code keys list}, {@code show}, {@code init}, {@code issue},
 * {@code renew} and {@code revoke}, and of {@code join}.
 *
 * @param problems what is wrong with a key directory
 */
public record KeysJson(String group, List<Key> keys, List<String> problems) {
  /**
   * A certificate and perhaps its key.
   *
   * @param directory the key directory; null in a list of an authority
   * @param state valid, earlier, ended or revoked; null of a key directory
   */
  public record Key(
      String name,
      List<String> roles,
      @Nullable String state,
      String ends,
      @Nullable String member,
      List<String> addresses,
      String serial,
      @Nullable String directory) {
    /** Of an authority. */
    public static Key of(IssuedCertificate it, String state) {
      return new Key(
          it.grant().name(),
          words(it.grant().roles()),
          state,
          it.ends().toString(),
          it.grant().memberUri().orElse(null),
          it.grant().addresses(),
          it.certificate().getSerialNumber().toString(16),
          null);
    }

    /** Of a key directory. */
    public static Key of(KeyDirectory it) {
      return new Key(
          it.grant().name(),
          words(it.grant().roles()),
          null,
          it.certificate().getNotAfter().toInstant().toString(),
          it.grant().memberUri().orElse(null),
          it.grant().addresses(),
          it.certificate().getSerialNumber().toString(16),
          it.path().toString());
    }

    private static List<String> words(Collection<Role> roles) {
      return roles.stream().map(Role::word).toList();
    }
  }
}
