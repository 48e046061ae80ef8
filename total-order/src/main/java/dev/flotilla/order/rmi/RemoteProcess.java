package dev.flotilla.order.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What the other processes may call. */
interface RemoteProcess extends Remote {
  /** Takes a message; one sender makes one call after the other. */
  void append(int from, byte[] message) throws RemoteException;

  /** Gives back what it gets. */
  byte[] ping(byte[] payload) throws RemoteException;
}
