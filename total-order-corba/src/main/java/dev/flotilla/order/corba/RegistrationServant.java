package dev.flotilla.order.corba;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.Object;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/**
 * What processes call to get a number; runs on threads of the ORB.
 *
 * <p>A call for all processes waits for a second at most: the ORB closes only when its calls have
 * ended.
 */
final class RegistrationServant extends Servant implements InvokeHandler {
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int size;

  /** Guarded by this, as the next one. */
  private final List<Object> processes = new ArrayList<>();

  private boolean isClosed;

  RegistrationServant(int size) {
    this.size = size;
  }

  @Override
  public String[] _all_interfaces(POA adapter, byte[] objectId) {
    return new String[] {Contract.REGISTRATION};
  }

  @Override
  public OutputStream _invoke(String operation, InputStream in, ResponseHandler handler) {
    return switch (operation) {
      case Contract.REGISTER -> register(in.read_Object(), handler);
      case Contract.PROCESSES -> writeProcesses(handler);
      default ->
          throw new BAD_OPERATION("a registration has no operation '%s'".formatted(operation));
    };
  }

  synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  private synchronized OutputStream register(Object process, ResponseHandler handler) {
    if (process == null) {
      return refuse(handler, "nothing is to be registered; send a reference");
    }
    if (processes.size() == size) {
      return refuse(
          handler, "the group has its %s processes; start another registration".formatted(size));
    }
    processes.add(process);
    notifyAll();
    OutputStream out = handler.createReply();
    out.write_long(processes.size() - 1);
    return out;
  }

  private static OutputStream refuse(ResponseHandler handler, String reason) {
    OutputStream out = handler.createExceptionReply();
    out.write_string(Contract.REFUSED);
    out.write_string(reason);
    return out;
  }

  private OutputStream writeProcesses(ResponseHandler handler) {
    List<Object> all = awaitProcesses();
    OutputStream out = handler.createReply();
    out.write_ulong(all.size());
    all.forEach(out::write_Object);
    return out;
  }

  /** Returns none if some are missing. */
  private synchronized List<Object> awaitProcesses() {
    long deadlineNanos = System.nanoTime() + WAIT_NANOS;
    try {
      long leftNanos = WAIT_NANOS;
      while (processes.size() < size && !isClosed && leftNanos > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
        leftNanos = deadlineNanos - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return processes.size() < size ? List.of() : List.copyOf(processes);
  }
}
