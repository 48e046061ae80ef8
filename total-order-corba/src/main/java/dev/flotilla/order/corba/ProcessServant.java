package dev.flotilla.order.corba;

import dev.flotilla.order.channel.Inbox;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the other processes call; runs on threads of the ORB. */
final class ProcessServant extends Servant implements InvokeHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessServant.class);

  private final Inbox inbox;

  ProcessServant(Inbox inbox) {
    this.inbox = inbox;
  }

  @Override
  public String[] _all_interfaces(POA adapter, byte[] objectId) {
    return new String[] {Contract.PROCESS};
  }

  @Override
  public OutputStream _invoke(String operation, InputStream in, ResponseHandler handler) {
    try {
      return switch (operation) {
        case Contract.APPEND -> append(in, handler);
        case Contract.PING -> ping(in, handler);
        default -> throw new BAD_OPERATION("a process has no operation '%s'".formatted(operation));
      };
    } catch (IOException e) {
      LOG.warn("A call of '{}' is rejected: {}", operation, e.getMessage());
      throw new BAD_PARAM(e.getMessage());
    }
  }

  private OutputStream append(InputStream in, ResponseHandler handler) throws IOException {
    int from = in.read_long();
    inbox.received(from, Contract.read(in));
    return handler.createReply();
  }

  private static OutputStream ping(InputStream in, ResponseHandler handler) throws IOException {
    Bytes payload = Contract.read(in);
    OutputStream out = handler.createReply();
    Contract.write(out, payload);
    return out;
  }
}
