import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Prints so many free ports of loopback. */
public final class FreePorts {
  public static void main(String[] arguments) throws Exception {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    for (ServerSocket socket : sockets) {
      System.out.println(socket.getLocalPort());
      socket.close();
    }
  }
}
