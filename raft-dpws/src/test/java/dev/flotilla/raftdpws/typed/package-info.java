/** FlotillaClientService without a network: its messages, schema and WSDL. */
package dev.flotilla.raftdpws.typed;
