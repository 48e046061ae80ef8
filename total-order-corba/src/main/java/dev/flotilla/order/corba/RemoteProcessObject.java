package dev.flotilla.order.corba;

import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import org.omg.CORBA.portable.ObjectImpl;

/** Another process, as this one calls it. */
record RemoteProcessObject(ObjectImpl object) {
  void append(int from, Bytes message) throws IOException {
    RemoteCall.call(
        object,
        Contract.APPEND,
        out -> {
          out.write_long(from);
          Contract.write(out, message);
        },
        in -> true);
  }

  Bytes ping(Bytes payload) throws IOException {
    return RemoteCall.call(
        object, Contract.PING, out -> Contract.write(out, payload), Contract::read);
  }
}
