/**
 * How a leader changes the members by itself: it admits servers that wait, makes them voters, and
 * replaces members that are silent, as the policy of its operator says.
 *
 * <p>{@link dev.flotilla.raftdpws.admission.Admission} decides, without network or clock; {@link
 * dev.flotilla.raftdpws.admission.AdmissionRun} looks, asks and changes. What they change is a
 * change of members like any other, with the safety of Raft §6: they never decide who counts.
 */
@NullMarked
package dev.flotilla.raftdpws.admission;

import org.jspecify.annotations.NullMarked;
