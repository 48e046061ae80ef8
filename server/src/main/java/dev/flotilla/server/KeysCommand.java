package dev.flotilla.server;

import static java.util.stream.Collectors.joining;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Grant;
import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.IssuedCertificate;
import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.Role;
import dev.flotilla.server.json.KeysJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes and looks after the keys of a group. */
@Command(
    name = "keys",
    description = {
      "Makes the keys of a group.",
      "Keys are certificates of members, clients and administrators, with their private keys.",
      "'keys init' makes all keys of a new group at once."
    },
    subcommands = KeysServeCommand.class)
final class KeysCommand implements Runnable {
  private static final String ROW = "%-16s %-14s %-8s %-20s %-45s %s%n";
  private static final String UUID_PREFIX = "urn:uuid:";

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Work that fails in words. */
  @FunctionalInterface
  interface Work {
    void run() throws KeysException, CommandFailure;
  }

  /** Runs work, and turns what fails into an exit code and a line. */
  static int finish(Work work) throws CommandFailure {
    try {
      work.run();
      return ExitCode.OK.number();
    } catch (KeysException e) {
      throw new CommandFailure(codeOf(e.kind()), String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  /** The roles that words name, separated by commas. */
  static Set<Role> roles(List<String> words) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    words.forEach(word -> roles.add(Role.of(word)));
    return roles;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a command; 'flotilla keys init GROUP' makes the keys of a group");
  }

  /** Makes an authority, and the first key directories. */
  @Command(
      name = "init",
      description = {
        "Makes an authority and keys for each device of a new group.",
        "DIR/authority stays with the operator: who has it can make keys. DIR/admin is for the",
        "commands that change the members. Each DIR/member-K is copied to one server."
      })
  int init(
      @Parameters(paramLabel = "GROUP", description = "The group's name.") String group,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "The directory to make. Default: GROUP-keys")
          @Nullable Path out,
      @Option(
              names = "--members",
              paramLabel = "N",
              defaultValue = "3",
              description = "How many servers get keys. Default: ${DEFAULT-VALUE}")
          int members,
      @Option(
              names = "--clients",
              paramLabel = "N",
              defaultValue = "1",
              description = "How many clients get keys. Default: ${DEFAULT-VALUE}")
          int clients,
      @Option(
              names = "--address",
              paramLabel = "ADDRESS[,...]",
              description = {
                "IP addresses and host names of a server, for foreign clients that compare them"
                    + " with",
                "its certificate. The first --address is for member-1, the second for member-2 ..."
              })
          @Nullable List<String> addresses,
      @Mixin JsonOption json)
      throws CommandFailure {
    return finish(
        () -> {
          Path directory = out == null ? Path.of(group + "-keys") : out;
          InitialKeys made =
              addresses == null
                  ? InitialKeys.create(directory, group, members, clients, Clock.systemUTC())
                  : InitialKeys.create(
                      directory, group, ofMembers(addresses, members), clients, Clock.systemUTC());
          PrintWriter text = spec.commandLine().getOut();
          List<KeysJson.Key> keysMade = made.made().stream().map(KeysJson.Key::of).toList();
          if (json.print(text, new KeysJson(group, keysMade, List.of()))) {
            return;
          }
          text.println("authority " + directory.resolve(InitialKeys.AUTHORITY) + "  keep it safe");
          made.made().forEach(keys -> print(text, keys));
          text.println(
              "next: copy each member-K to one server, and start it with --keys; see"
                  + " docs/how-to/make-keys.md");
          text.flush();
        });
  }

  /** Makes one more key directory. */
  @Command(name = "issue", description = "Makes a key directory for one more device or user.")
  int issue(
      @Mixin AuthorityOption authority,
      @Option(
              names = "--role",
              required = true,
              split = ",",
              paramLabel = "ROLE",
              description = "What it may do: member, client, observer, admin.")
          List<String> roles,
      @Option(
              names = "--name",
              required = true,
              paramLabel = "NAME",
              description = "The device or user.")
          String name,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "The directory to make. Default: NAME")
          @Nullable Path out,
      @Mixin LifeOption life,
      @Option(
              names = "--id",
              paramLabel = "ID",
              description = "The member id of a server that has one. Default: a new one.")
          @Nullable String id,
      @Option(
              names = "--address",
              paramLabel = "ADDRESS",
              split = ",",
              description = {
                "IP addresses and host names of the device, for foreign clients that compare them",
                "with its certificate."
              })
          @Nullable List<String> addresses,
      @Mixin JsonOption json)
      throws CommandFailure {
    return finish(
        () -> {
          Grant grant =
              id == null
                  ? Grant.of(name, roles(roles))
                  : Grant.of(name, roles(roles), memberId(id));
          Grant addressed = addresses == null ? grant : grant.withAddresses(addresses);
          Path target = out == null ? Path.of(name) : out;
          show(authority.open().issue(addressed, life.duration(), target), json);
        });
  }

  /** Lists what was issued. */
  @Command(name = "list", description = "Lists the certificates of an authority.")
  int list(@Mixin AuthorityOption authority, @Mixin JsonOption json) throws CommandFailure {
    return finish(
        () -> {
          Authority opened = authority.open();
          PrintWriter out = spec.commandLine().getOut();
          if (json.print(out, document(opened.group(), opened.issued()))) {
            return;
          }
          out.println("group " + opened.group());
          out.printf(Locale.ROOT, ROW, "NAME", "ROLES", "STATE", "ENDS", "MEMBER", "SERIAL");
          for (IssuedCertificate each : opened.issued()) {
            out.printf(
                Locale.ROOT,
                ROW,
                each.grant().name(),
                Role.words(each.grant().roles()),
                state(each),
                each.ends(),
                each.grant().memberUri().orElse("-"),
                each.certificate().getSerialNumber().toString(16));
          }
          out.flush();
        });
  }

  /** Makes the next key directory for a name. */
  @Command(
      name = "renew",
      description = {
        "Makes a key directory with a new key for the same device.",
        "Name, roles and member id stay, and the addresses if none are given. The former"
            + " certificate",
        "stays valid until it ends."
      })
  int renew(
      @Mixin AuthorityOption authority,
      @Parameters(paramLabel = "NAME", description = "The device or user.") String name,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "The directory to make. Default: NAME-renewed")
          @Nullable Path out,
      @Mixin LifeOption life,
      @Option(
              names = "--address",
              paramLabel = "ADDRESS",
              split = ",",
              description = "Other IP addresses and host names. Default: those that it has.")
          @Nullable List<String> addresses,
      @Mixin JsonOption json)
      throws CommandFailure {
    return finish(
        () -> {
          Path target = out == null ? Path.of(name + "-renewed") : out;
          Authority opened = authority.open();
          show(
              addresses == null
                  ? opened.renew(name, life.duration(), target)
                  : opened.renew(name, life.duration(), target, addresses),
              json);
        });
  }

  /** Revokes what a name has. */
  @Command(
      name = "revoke",
      description = {
        "Revokes the certificates of a device or user.",
        "Copy the revocation list to the key directory of every server: each reads it within",
        "seconds. Until then the certificate is still accepted there."
      })
  int revoke(
      @Mixin AuthorityOption authority,
      @Parameters(paramLabel = "NAME", description = "The device or user.") String name,
      @Mixin JsonOption json)
      throws CommandFailure {
    return finish(
        () -> {
          Authority opened = authority.open();
          List<IssuedCertificate> revoked = opened.revoke(name);
          PrintWriter out = spec.commandLine().getOut();
          if (json.print(out, document(opened.group(), revoked))) {
            return;
          }
          revoked.forEach(
              it ->
                  out.println(
                      "revoked %s, serial %s"
                          .formatted(name, it.certificate().getSerialNumber().toString(16))));
          out.println(
              "next: copy " + opened.revocationFile() + " to the key directory of every server");
          out.flush();
        });
  }

  /** Says what a key directory holds. */
  @Command(
      name = "show",
      description = {"Shows a key directory, and checks it.", "Exit code 1: it is not usable."})
  int showDirectory(
      @Parameters(paramLabel = "DIR", description = "A key directory.") Path directory,
      @Mixin JsonOption json)
      throws CommandFailure {
    List<String> problems = new ArrayList<>();
    int done =
        finish(
            () -> {
              KeyDirectory keys = KeyDirectory.open(directory);
              problems.addAll(keys.problems(Instant.now()));
              if (!json.print(spec.commandLine().getOut(), document(keys, problems))) {
                show(keys);
              }
            });
    if (json.isOn()) {
      return problems.isEmpty() ? done : ExitCode.NEGATIVE.number();
    }
    problems.forEach(it -> spec.commandLine().getOut().println("the certificate " + it));
    spec.commandLine().getOut().flush();
    return problems.isEmpty() ? done : ExitCode.NEGATIVE.number();
  }

  private static KeysJson document(String group, List<IssuedCertificate> issued) {
    return new KeysJson(
        group, issued.stream().map(it -> KeysJson.Key.of(it, state(it))).toList(), List.of());
  }

  static KeysJson document(KeyDirectory keys, List<String> problems) {
    return new KeysJson(keys.group(), List.of(KeysJson.Key.of(keys)), problems);
  }

  /** The addresses of each member; as many lists as members. */
  private static List<List<String>> ofMembers(List<String> addresses, int members) {
    if (addresses.size() != members) {
      throw new IllegalArgumentException(
          "--address is given %s times for %s members; give it once for each member"
              .formatted(addresses.size(), members));
    }
    return addresses.stream().map(each -> List.of(each.split(","))).toList();
  }

  private void show(KeyDirectory keys, JsonOption json) {
    if (!json.print(spec.commandLine().getOut(), document(keys, List.of()))) {
      show(keys);
    }
  }

  private void show(KeyDirectory keys) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("group " + keys.group());
    print(out, keys);
    out.flush();
  }

  /** One key directory, as one line. */
  static void print(PrintWriter out, KeyDirectory keys) {
    out.println(
        "%s %s  %s, until %s%s%s"
            .formatted(
                Role.words(keys.grant().roles()),
                keys.path(),
                keys.grant().name(),
                keys.certificate().getNotAfter().toInstant(),
                keys.grant().memberUri().map(it -> ", " + it).orElse(""),
                keys.grant().addresses().stream().map(it -> ", " + it).collect(joining())));
  }

  private static String state(IssuedCertificate issued) {
    if (issued.revoked().isPresent()) {
      return "revoked";
    }
    return issued.isValid(Instant.now()) ? issued.isNewest() ? "valid" : "earlier" : "ended";
  }

  private static UUID memberId(String id) {
    return UUID.fromString(id.startsWith(UUID_PREFIX) ? id.substring(UUID_PREFIX.length()) : id);
  }

  private static ExitCode codeOf(KeysException.Kind kind) {
    return switch (kind) {
      case USAGE -> ExitCode.USAGE;
      case REFUSED -> ExitCode.NEGATIVE;
      case DIRECTORY -> ExitCode.DIRECTORY_REFUSED;
      case DISK -> ExitCode.DISK;
      case UNAVAILABLE -> ExitCode.UNAVAILABLE;
      case NETWORK -> ExitCode.NETWORK;
      case PORT_IN_USE -> ExitCode.PORT_IN_USE;
    };
  }
}
