package dev.flotilla.systemtests.lan;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * A host that forges discovery until it is ended: it repeats what it has heard, changes some of it,
 * sends Bye in the name of servers, and Hello and ProbeMatches with its own address in their names.
 */
@CommandLine.Command(name = "forger", description = "Forges discovery messages.")
public final class Forger implements Callable<Integer> {
  private static final int PORT = 3_702;
  private static final String GROUP = "239.255.255.250";
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int PAUSE_MILLIS = 5;
  private static final int MAX_HEARD = 200;
  private static final String D = "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01";
  private static final Pattern UUIDS = Pattern.compile("urn:uuid:[0-9a-f-]{36}");
  private static final Pattern SCOPES = Pattern.compile("<[^>]*Scopes[^>]*>([^<]*)<");

  @Option(names = "--interface", required = true, description = "The network interface.")
  private String networkInterface = "";

  @Option(names = "--address", required = true, description = "Where nobody serves.")
  private String address = "";

  @Option(names = "--seed", required = true, description = "Decides what is forged.")
  private long seed;

  private final List<byte[]> heard = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();
  private String scopes = "";
  private long number;

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Forger()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Random random = new Random(seed);
    NetworkInterface nic = NetworkInterface.getByName(networkInterface);
    InetSocketAddress group = new InetSocketAddress(InetAddress.getByName(GROUP), PORT);
    try (MulticastSocket socket = new MulticastSocket(PORT)) {
      socket.joinGroup(group, nic);
      socket.setOption(StandardSocketOptions.IP_MULTICAST_IF, nic);
      socket.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, false);
      socket.setSoTimeout(PAUSE_MILLIS);
      System.out.println("forging");
      while (true) {
        hear(socket);
        if (!names.isEmpty()) {
          byte[] forged = forged(random);
          socket.send(new DatagramPacket(forged, forged.length, group));
          if (++number % 1_000 == 0) {
            System.out.println(number + " sent, " + names.size() + " names");
          }
        }
      }
    }
  }

  private void hear(MulticastSocket socket) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[BUFFER_BYTES], BUFFER_BYTES);
    try {
      socket.receive(packet);
    } catch (SocketTimeoutException e) {
      return;
    }
    String text = new String(packet.getData(), 0, packet.getLength(), UTF_8);
    if (heard.size() < MAX_HEARD) {
      heard.add(text.getBytes(UTF_8));
    }
    if (text.contains("Hello") || text.contains("Matches")) {
      Matcher found = UUIDS.matcher(text);
      while (found.find() && names.size() < MAX_HEARD) {
        names.add(found.group());
      }
      Matcher scoped = SCOPES.matcher(text);
      if (scoped.find() && scoped.group(1).contains("flotilla")) {
        scopes = scoped.group(1);
      }
    }
  }

  private byte[] forged(Random random) {
    String name = List.copyOf(names).get(random.nextInt(names.size()));
    return switch (random.nextInt(5)) {
      case 0 -> heard.get(random.nextInt(heard.size()));
      case 1 -> damaged(heard.get(random.nextInt(heard.size())), random);
      case 2 -> message("Bye", target(name, "Bye"), random);
      case 3 -> message("Hello", target(name, "Hello"), random);
      default ->
          message(
              "ProbeMatches",
              "<d:ProbeMatches>" + target(name, "ProbeMatch") + "</d:ProbeMatches>",
              random);
    };
  }

  private static byte[] damaged(byte[] datagram, Random random) {
    byte[] changed = datagram.clone();
    for (int i = 0; i < 1 + random.nextInt(20); i++) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
    }
    return changed;
  }

  private String target(String name, String element) {
    return """
        <d:%1$s><a:EndpointReference><a:Address>%2$s</a:Address></a:EndpointReference>\
        <d:Types>r:RAFT_Device dp:Device</d:Types><d:Scopes>%3$s</d:Scopes>\
        <d:XAddrs>https://%4$s:5000/RAFT_Service</d:XAddrs>\
        <d:MetadataVersion>%5$s</d:MetadataVersion></d:%1$s>"""
        .formatted(element, name, scopes, address, number + 1_000_000);
  }

  private String sequence(Random random) {
    long instance = random.nextBoolean() ? 4_000_000_000L : 1;
    return "<d:AppSequence InstanceId=\"" + instance + "\" MessageNumber=\"" + number + "\"/>";
  }

  private byte[] message(String action, String body, Random random) {
    UUID id = new UUID(random.nextLong(), random.nextLong());
    String text =
        """
        <s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"\
         xmlns:a="http://www.w3.org/2005/08/addressing" xmlns:d="%1$s"\
         xmlns:r="http://di.uminho.pt/ws/2014/01/raft"\
         xmlns:dp="http://docs.oasis-open.org/ws-dd/ns/dpws/2009/01"><s:Header>\
        <a:Action>%1$s/%2$s</a:Action><a:MessageID>urn:uuid:%3$s</a:MessageID>\
        <a:To>urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01</a:To>%4$s</s:Header>\
        <s:Body>%5$s</s:Body></s:Envelope>"""
            .formatted(D, action, id, sequence(random), body);
    return text.getBytes(UTF_8);
  }
}
