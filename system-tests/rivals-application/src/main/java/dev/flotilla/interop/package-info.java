/** Clients of Flotilla, of Curator and of jetcd, and the windows in which they are measured. */
package dev.flotilla.interop;
