package dev.flotilla.order.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.server.RemoteObject;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RmiFiltersTest {
  /** Objects that a call of another process must never make. */
  private static final List<Object> FOREIGN =
      List.of(new HashMap<>(Map.of("a", 1)), new Object[] {new byte[1]}, 5);

  @Test
  void byteArraysAreReadFromMessages() throws Exception {
    byte[] bytes = {1, 2, 3};
    assertThat(read(bytes, RmiFilters::messages)).isEqualTo(bytes);
  }

  @Test
  void otherObjectsAreRejectedInMessagesAndReferences() {
    for (Object object : FOREIGN) {
      assertThatThrownBy(() -> read(object, RmiFilters::messages))
          .isInstanceOf(InvalidClassException.class);
      assertThatThrownBy(() -> read(object, RmiFilters::references))
          .isInstanceOf(InvalidClassException.class);
    }
  }

  @Test
  void aReferenceIsReadWhereOneIsExpected() throws Exception {
    RemoteProcess process =
        new RemoteProcess() {
          @Override
          public void append(int from, byte[] message) {}

          @Override
          public byte[] ping(byte[] payload) {
            return payload;
          }
        };
    var stub = UnicastRemoteObject.exportObject(process, 0);
    try {
      assertThat(read(RemoteObject.toStub(process), RmiFilters::references)).isEqualTo(stub);
      assertThatThrownBy(() -> read(stub, RmiFilters::messages))
          .isInstanceOf(InvalidClassException.class);
    } finally {
      UnicastRemoteObject.unexportObject(process, true);
    }
  }

  private static Object read(Object object, ObjectInputFilter filter) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      in.setObjectInputFilter(filter);
      return in.readObject();
    }
  }
}
