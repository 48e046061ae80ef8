package dev.flotilla.order.sockets;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.channel.Inbox;
import dev.flotilla.raft.model.Bytes;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to another process. A frame has its length and its kind before its content. Any
 * thread sends; one thread reads.
 */
final class PeerSocket {
  private static final Logger LOG = LoggerFactory.getLogger(PeerSocket.class);
  private static final byte MESSAGE = 0;
  private static final byte PING = 1;
  private static final byte PONG = 2;
  private static final int HEAD_BYTES = Integer.BYTES + 1;
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long PONG_SECONDS = 60;

  private final int peer;
  private final Socket socket;
  private final Inbox inbox;

  /** The answer to the one ping that is under way; a peer may send more, which are dropped. */
  private final BlockingQueue<Bytes> pongs = new ArrayBlockingQueue<>(1);

  PeerSocket(int peer, Socket socket, Inbox inbox) {
    this.peer = peer;
    this.socket = socket;
    this.inbox = inbox;
  }

  void startReading() {
    Thread reader = new Thread(this::read, "order-from-" + peer);
    reader.setDaemon(true);
    reader.start();
  }

  void send(Bytes message) {
    try {
      write(MESSAGE, message);
    } catch (IOException e) {
      LOG.debug("Process {} gets no more: {}", peer, e.getMessage());
      close();
    }
  }

  synchronized long pingNanos(Bytes payload) throws IOException {
    pongs.clear();
    long start = System.nanoTime();
    write(PING, payload);
    try {
      if (pongs.poll(PONG_SECONDS, TimeUnit.SECONDS) == null) {
        throw new IOException(
            "process %s has not answered a ping in %s s".formatted(peer, PONG_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while process %s was to answer".formatted(peer), e);
    }
    return System.nanoTime() - start;
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("The connection to process {} was not closed in order", peer, e);
    }
  }

  private void write(byte kind, Bytes content) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + content.size());
    frame.putInt(content.size()).put(kind);
    content.copyTo(frame);
    synchronized (socket) {
      socket.getOutputStream().write(frame.array());
    }
  }

  private void read() {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES))) {
      while (true) {
        int length = in.readInt();
        byte kind = in.readByte();
        if (length < 0 || length > Middleware.MAX_MESSAGE_BYTES) {
          throw new IOException(
              "a message of %s bytes; the limit is %s"
                  .formatted(length, Middleware.MAX_MESSAGE_BYTES));
        }
        byte[] content = new byte[length];
        in.readFully(content);
        handle(kind, Bytes.wrap(content));
      }
    } catch (IOException e) {
      LOG.debug("Nothing more comes from process {}: {}", peer, e.getMessage());
    }
  }

  private void handle(byte kind, Bytes content) throws IOException {
    switch (kind) {
      case MESSAGE -> inbox.received(peer, content);
      case PING -> write(PONG, content);
      case PONG -> {
        boolean unused = pongs.offer(content);
      }
      default -> throw new IOException("no frame is of kind " + kind);
    }
  }
}
