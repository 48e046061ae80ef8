package dev.flotilla.order.corba;

import dev.flotilla.order.ProcessGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;

/** The registration, as a process calls it. */
record RemoteRegistrationObject(ObjectImpl object) {
  /** Registers a process and returns its number. */
  int register(org.omg.CORBA.Object process) throws IOException {
    return RemoteCall.call(
        object, Contract.REGISTER, out -> out.write_Object(process), InputStream::read_long);
  }

  /** Returns all processes, by number; none if some have not registered yet. */
  List<RemoteProcessObject> processes() throws IOException {
    return RemoteCall.call(
        object, Contract.PROCESSES, out -> {}, RemoteRegistrationObject::readProcesses);
  }

  private static List<RemoteProcessObject> readProcesses(InputStream in) throws IOException {
    int size = in.read_ulong();
    if (size < 0 || size > ProcessGroup.MAX_SIZE) {
      throw new IOException(
          "the registration answers with %s processes; the limit is %s"
              .formatted(Integer.toUnsignedString(size), ProcessGroup.MAX_SIZE));
    }
    List<RemoteProcessObject> processes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      processes.add(new RemoteProcessObject((ObjectImpl) in.read_Object()));
    }
    return processes;
  }
}
