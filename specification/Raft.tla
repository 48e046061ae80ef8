-------------------------------- MODULE Raft --------------------------------
(***************************************************************************)
(* What raft-core and the log thread of raft-node do, as far as safety     *)
(* depends on it.  What is left out, and why that is safe, stands in       *)
(* docs/specification.md.                                                  *)
(*                                                                         *)
(* A server is three layers: its memory, the writes that it has handed to  *)
(* its disk, and the disk.  Memory changes at once, the disk follows, a    *)
(* crash loses what has not been forced.  Promises (votes, requests for    *)
(* votes, acknowledgements) travel with the write that they rest on.       *)
(*                                                                         *)
(* What was sent may arrive at any time, any number of times, or never.    *)
(* So the network is what was ever said, and it only grows:                *)
(*   asked, voted  requests for votes, and votes given                     *)
(*   acked         how far each server says it has synced, per term        *)
(*   spoken        the log and commit index of the leader of each term:    *)
(*                 since its log only grows, every AppendEntries that it   *)
(*                 may ever have sent is a slice of the newest             *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
    Server,          \* everyone who may ever take part
    Founders,        \* the voters of the first configuration
    Nobody,          \* no server
    MaxTerm,         \* bounds of the model
    MaxLog,
    MaxCrashes,
    WriteBehind,     \* whose writes go through their steps one by one
    MaxOutstanding,  \* writes that their disks may be behind
    Goals,           \* sets of voters that a change may lead to
    Reads,           \* how many linearizable reads
    Plant            \* the name of a planted bug, or "none"

VARIABLES
    term, vote, role, log, commit,  \* memory
    known,      \* up to where this server knows its log to be synced
    due,        \* promises for the next write
    out,        \* writes under way, oldest first
    disk,       \* what is forced
    machine,    \* the highest entry whose effect the state machine may hold
    asked, voted, acked, spoken,    \* the network
    leaders,    \* who has led in each term
    chosen,     \* what was ever committed, and the term in which it was
    read,       \* the read under way
    readsLeft,
    crashesLeft

memory  == <<term, vote, role, log, commit, known, due>>
storage == <<out, disk, machine, crashesLeft>>
network == <<asked, voted, acked, spoken>>
history == <<leaders, chosen>>
reading == <<read, readsLeft>>
vars    == <<memory, storage, network, history, reading>>

Terms == 1..MaxTerm

-----------------------------------------------------------------------------
(* Logs and configurations.  An entry is known by its place and its term;   *)
(* "by" is a mark of who made it, so that the invariants see a difference   *)
(* where the servers see none.                                              *)

NoConfiguration == Nobody
Founding        == [voters |-> Founders, outgoing |-> {}]

Entry(t, i, c) == [term |-> t, by |-> i, conf |-> c]

Min(a, b) == IF a < b THEN a ELSE b
Max(a, b) == IF a > b THEN a ELSE b

TermAt(l, k)  == IF k = 0 THEN 0 ELSE l[k].term
LastTerm(l)   == TermAt(l, Len(l))
Prefix(l, k)  == SubSeq(l, 1, k)
IsPrefix(a, b) == Len(a) <= Len(b) /\ \A k \in 1..Len(a) : a[k] = b[k]

ConfigurationIndexes(l) == {k \in 1..Len(l) : l[k].conf # NoConfiguration}

(* The latest in the log governs, committed or not (safety rule 8).         *)
LatestIndex(l) ==
    IF ConfigurationIndexes(l) = {} THEN 0
    ELSE CHOOSE k \in ConfigurationIndexes(l) :
             \A other \in ConfigurationIndexes(l) : other <= k
Latest(l) == IF LatestIndex(l) = 0 THEN Founding ELSE l[LatestIndex(l)].conf

IsJoint(c) == c.outgoing # {}
Voters(c)  == c.voters \cup c.outgoing

IsMajority(q, all) == 2 * Cardinality(q \cap all) > Cardinality(all)

(* While joint, both majorities.                                            *)
IsQuorum(q, c) ==
    /\ IsMajority(q, c.voters)
    /\ \/ ~IsJoint(c)
       \/ Plant = "one quorum while joint"
       \/ IsMajority(q, c.outgoing)

(* Raft 5.4.1: by term, then by length.                                     *)
IsUpToDate(lastTerm, lastIndex, l) ==
    IF Plant = "logs compared by length" THEN lastIndex >= Len(l)
    ELSE \/ lastTerm > LastTerm(l)
         \/ lastTerm = LastTerm(l) /\ lastIndex >= Len(l)

-----------------------------------------------------------------------------
(* Promises.  A promise is made in memory and told once the write that it   *)
(* travels with is forced.                                                  *)

AskFor(i, t, l) ==
    [kind |-> "ask", term |-> t, from |-> i, lastTerm |-> LastTerm(l), lastIndex |-> Len(l)]
VoteFor(i, t, c) == [kind |-> "vote", term |-> t, from |-> i, to |-> c]
Acknowledge(i, t, n) == [kind |-> "ack", term |-> t, from |-> i, index |-> n]

Of(promises, kind) == {p \in promises : p.kind = kind}

Tell(promises) ==
    /\ asked' = asked \cup Of(promises, "ask")
    /\ voted' = voted \cup Of(promises, "vote")
    /\ acked' = IF Of(promises, "ack") = {} THEN acked
                ELSE [t \in Terms |-> [i \in Server |->
                    LET mine == {p.index : p \in {q \in Of(promises, "ack") :
                                                      q.term = t /\ q.from = i}}
                    IN  CHOOSE n \in mine \cup {acked[t][i]} :
                            \A m \in mine \cup {acked[t][i]} : m <= n]]
    /\ UNCHANGED spoken

TellNothing == UNCHANGED network

(* Promises of an earlier term that have not left are withdrawn.            *)
Withdrawn(i) == [due EXCEPT ![i] = {}]

-----------------------------------------------------------------------------
(* The disk.                                                                *)

Image(i) == [term |-> term[i], vote |-> vote[i], log |-> log[i]]

LastImage(i) ==
    IF out[i] = <<>> THEN disk[i] ELSE out[i][Len(out[i])].image

Unforced(i) == {k \in 1..Len(out[i]) : ~out[i][k].isForced}

(* The core hands out one write with all that is new, and the promises.     *)
HandOut(i) ==
    /\ i \in WriteBehind
    /\ Len(out[i]) < MaxOutstanding
    /\ due[i] # {} \/ Image(i) # LastImage(i)
    /\ out' = [out EXCEPT ![i] = Append(@,
           [image |-> Image(i), proves |-> Len(log[i]), tells |-> due[i], isForced |-> FALSE])]
    /\ due' = [due EXCEPT ![i] = {}]
    /\ UNCHANGED <<term, vote, role, log, commit, known, disk, machine, crashesLeft>>
    /\ UNCHANGED <<network, history, reading>>

(* With the others, a write is handed out, forced and reported in one step:
   that leaves out late completions, and much of the state space.           *)
Sync(i) ==
    /\ i \notin WriteBehind
    /\ due[i] # {} \/ Image(i) # disk[i]
    /\ disk' = [disk EXCEPT ![i] = Image(i)]
    /\ known' = [known EXCEPT ![i] = Len(log[i])]
    /\ due' = [due EXCEPT ![i] = {}]
    /\ Tell(due[i])
    /\ UNCHANGED <<term, vote, role, log, commit, out, machine, crashesLeft>>
    /\ UNCHANGED <<history, reading>>

(* The log thread writes and forces some writes together, and then tells.   *)
Force(i, k) ==
    /\ k \in Unforced(i)
    /\ disk' = [disk EXCEPT ![i] = out[i][k].image]
    /\ out' = [out EXCEPT ![i] = [m \in 1..Len(@) |->
           IF m <= k THEN [@[m] EXCEPT !.isForced = TRUE, !.tells = {}] ELSE @[m]]]
    /\ Tell(UNION {out[i][m].tells : m \in 1..k})
    /\ UNCHANGED <<memory, machine, crashesLeft, history, reading>>

(* The core learns of a forced write.                                       *)
Report(i) ==
    /\ out[i] # <<>>
    /\ Head(out[i]).isForced
    /\ known' = [known EXCEPT ![i] = Max(@, Head(out[i]).proves)]
    /\ out' = [out EXCEPT ![i] = Tail(@)]
    /\ UNCHANGED <<term, vote, role, log, commit, due, disk, machine, crashesLeft>>
    /\ UNCHANGED <<network, history, reading>>

(* Safety rule 7: apply up to the smaller of committed and durable here.    *)
ApplyLimit(i) ==
    IF Plant = "apply before the force" THEN commit[i] ELSE Min(commit[i], known[i])

(* A write that was interrupted leaves the log before it, or what it kept of
   that and some of what it added.                                          *)
TornLogs(before, after) ==
    LET same == CHOOSE k \in 0..Min(Len(before), Len(after)) :
                    /\ \A m \in 1..k : before[m] = after[m]
                    /\ k = Min(Len(before), Len(after)) \/ before[k + 1] # after[k + 1]
    IN  {before} \cup {Prefix(after, k) : k \in (same + 1)..Len(after)}

(* What a disk may hold after a crash.  Of the writes under way some prefix
   is there, in part by chance; term and vote are forced before entries.    *)
Survivors(i) ==
    LET waiting == IF i \notin WriteBehind THEN <<[image |-> Image(i)]>>
                   ELSE SelectSeq(out[i], LAMBDA w : ~w.isForced)
        ImageAt(k) == IF k = 0 THEN disk[i] ELSE waiting[k].image
    IN  UNION {{[term |-> ImageAt(v).term, vote |-> ImageAt(v).vote, log |-> l] :
                   l \in UNION {TornLogs(ImageAt(Max(k, 1) - 1).log, ImageAt(k).log) : k \in 0..v}} :
               v \in 0..Len(waiting)}

(* The process ends, with or without its machine, and starts again from its
   disk; the state machine has kept some of what it had applied.            *)
Crash(i, survivor, applied) ==
    LET held == Max(machine[i], ApplyLimit(i))
    IN  /\ crashesLeft > 0
        /\ crashesLeft' = crashesLeft - 1
        /\ survivor \in Survivors(i)
        /\ applied \in 0..held
        /\ machine' = [machine EXCEPT ![i] = held]
        /\ commit' = [commit EXCEPT ![i] = applied]
        /\ disk' = [disk EXCEPT ![i] = survivor]
        /\ term' = [term EXCEPT ![i] = survivor.term]
        /\ vote' = [vote EXCEPT ![i] = survivor.vote]
        /\ log' = [log EXCEPT ![i] = survivor.log]
        /\ role' = [role EXCEPT ![i] = "follower"]
        /\ known' = [known EXCEPT ![i] = Len(survivor.log)]
        /\ due' = Withdrawn(i)
        /\ out' = [out EXCEPT ![i] = <<>>]
        /\ read' = IF read.at = i THEN [read EXCEPT !.at = Nobody] ELSE read
        /\ UNCHANGED <<network, history, readsLeft>>

-----------------------------------------------------------------------------
(* Elections.                                                               *)

(* A later term is taken up (Raft 5.1).  It comes with a message, but any
   term will do: a term by itself means nothing.                            *)
AdoptTerm(i, t) ==
    /\ t > term[i]
    /\ term' = [term EXCEPT ![i] = t]
    /\ vote' = [vote EXCEPT ![i] = Nobody]
    /\ role' = [role EXCEPT ![i] = "follower"]
    /\ due' = Withdrawn(i)
    /\ UNCHANGED <<log, commit, known, storage, network, history, reading>>

(* A model is smaller if only terms are taken up that someone campaigned in. *)
AskedTerms == {p.term : p \in asked}

(* Its own vote is a vote like any other, and so is told when forced.       *)
Campaign(i) ==
    LET t == term[i] + 1
        promises == {AskFor(i, t, log[i]), VoteFor(i, t, i)}
    IN  /\ role[i] # "leader"
        /\ i \in Voters(Latest(log[i]))
        /\ term' = [term EXCEPT ![i] = t]
        /\ vote' = [vote EXCEPT ![i] = i]
        /\ role' = [role EXCEPT ![i] = "candidate"]
        /\ due' = [due EXCEPT ![i] = promises]
        /\ UNCHANGED <<log, commit, known, storage, network, history, reading>>

(* Raft 5.2 and 5.4.1; whoever asks, since the asker decides who counts.    *)
GrantVote(i, ask) ==
    LET promise == VoteFor(i, term[i], ask.from)
    IN  /\ ask \in asked
        /\ ask.term = term[i]
        /\ ask.from # i
        /\ vote[i] \in {Nobody, ask.from}
        /\ IsUpToDate(ask.lastTerm, ask.lastIndex, log[i])
        /\ vote' = [vote EXCEPT ![i] = ask.from]
        /\ role' = [role EXCEPT ![i] = "follower"]
        /\ IF Plant = "vote before the force"
           THEN Tell({promise}) /\ UNCHANGED due
           ELSE TellNothing /\ due' = [due EXCEPT ![i] = @ \cup {promise}]
        /\ UNCHANGED <<term, log, commit, known, storage, history, reading>>

Supporters(i) == {j \in Server : VoteFor(j, term[i], i) \in voted}

(* Raft 8: a no-op tells the new leader what is committed.                  *)
BecomeLeader(i, q) ==
    LET grown == Append(log[i], Entry(term[i], i, NoConfiguration))
    IN  /\ role[i] = "candidate"
        /\ IsQuorum(q, Latest(log[i]))
        /\ q \subseteq Supporters(i)
        /\ role' = [role EXCEPT ![i] = "leader"]
        /\ log' = [log EXCEPT ![i] = grown]
        /\ spoken' = [spoken EXCEPT ![term[i]] = [log |-> grown, commit |-> commit[i]]]
        /\ leaders' = [leaders EXCEPT ![term[i]] = @ \cup {i}]
        /\ UNCHANGED <<term, vote, commit, known, due, storage, asked, voted, acked, chosen, reading>>

(* A candidate may give up, and a leader that hears no quorum does.         *)
StepDown(i) ==
    /\ role[i] # "follower"
    /\ role' = [role EXCEPT ![i] = "follower"]
    /\ read' = IF read.at = i THEN [read EXCEPT !.at = Nobody] ELSE read
    /\ UNCHANGED <<term, vote, log, commit, known, due, storage, network, history, readsLeft>>

-----------------------------------------------------------------------------
(* Replication.                                                             *)

LeaderAppends(i, c) ==
    LET grown == Append(log[i], Entry(term[i], i, c))
    IN  /\ log' = [log EXCEPT ![i] = grown]
        /\ spoken' = [spoken EXCEPT ![term[i]].log = grown]
        /\ UNCHANGED <<term, vote, role, commit, known, due, storage>>
        /\ UNCHANGED <<asked, voted, acked, history, reading>>

Propose(i) == role[i] = "leader" /\ LeaderAppends(i, NoConfiguration)

(* The AppendEntries of term t, with the entries (previous, last] of what its
   leader has, when that leader's commit index was c.                       *)
Holds(l, t, previous) ==
    IF previous = 0 THEN TRUE
    ELSE previous <= Len(l) /\ l[previous].term = spoken[t].log[previous].term

Conflicts(l, t, previous, last) ==
    {k \in (previous + 1)..Min(last, Len(l)) : l[k].term # spoken[t].log[k].term}

FirstOf(s) == CHOOSE k \in s : \A other \in s : k <= other

Truncated(i, kept) ==
    /\ known' = [known EXCEPT ![i] = Min(@, kept)]
    /\ out' = IF Plant = "late completion counts" THEN out
              ELSE [out EXCEPT ![i] = [m \in 1..Len(@) |->
                       [@[m] EXCEPT !.proves = Min(@, kept)]]]

(* A log that has taken up what was sent: what matches stays, also beyond.   *)
Merged(l, t, previous, last) ==
    LET sent == spoken[t].log
        conflicts == Conflicts(l, t, previous, last)
    IN  IF conflicts # {}
        THEN Prefix(l, FirstOf(conflicts) - 1) \o SubSeq(sent, FirstOf(conflicts), last)
        ELSE l \o SubSeq(sent, Len(l) + 1, last)

Accept(i, t, previous, last, c) ==
    LET conflicts == Conflicts(log[i], t, previous, last)
        promise == Acknowledge(i, t, last)
    IN  /\ t = term[i]
        /\ role[i] # "leader"
        /\ leaders[t] # {}
        /\ last \in 0..Len(spoken[t].log)
        /\ previous \in 0..last
        /\ c \in 0..spoken[t].commit
        /\ Holds(log[i], t, previous)
        /\ role' = [role EXCEPT ![i] = "follower"]
        /\ log' = [log EXCEPT ![i] = Merged(@, t, previous, last)]
        /\ IF conflicts # {} THEN Truncated(i, FirstOf(conflicts) - 1)
           ELSE UNCHANGED <<known, out>>
        \* Safety rule 4: no further than this very request has verified.
        /\ commit' = [commit EXCEPT ![i] =
               Max(@, Min(c, IF Plant = "commit beyond the verified" THEN Len(log'[i]) ELSE last))]
        /\ IF \/ Plant = "acknowledgement before the force"
              \/ last <= known'[i] /\ disk[i].term = t
           THEN Tell({promise}) /\ UNCHANGED due
           ELSE TellNothing /\ due' = [due EXCEPT ![i] = @ \cup {promise}]
        /\ UNCHANGED <<term, vote, disk, machine, crashesLeft, history, reading>>

(* The logs do not meet: nothing changes but that the leader is heard.      *)
Refuse(i, t, previous) ==
    /\ t = term[i]
    /\ role[i] # "leader"
    /\ leaders[t] # {}
    /\ previous \in 0..Len(spoken[t].log)
    /\ ~Holds(log[i], t, previous)
    /\ role' = [role EXCEPT ![i] = "follower"]
    /\ UNCHANGED <<term, vote, log, commit, known, due, storage, network, history, reading>>

Holders(i, n) ==
    {j \in Server : n <= IF j = i THEN known[i] ELSE acked[term[i]][j]}

(* Raft 5.4.2: counting commits entries of the own term only.  The leader's
   own disk is one of those that count, and need not be among them.         *)
AdvanceCommit(i, n, q) ==
    /\ role[i] = "leader"
    /\ n \in (commit[i] + 1)..Len(log[i])
    /\ log[i][n].term = term[i] \/ Plant = "older terms committed by counting"
    /\ IsQuorum(q, Latest(log[i]))
    /\ q \subseteq Holders(i, n)
    /\ commit' = [commit EXCEPT ![i] = n]
    /\ spoken' = [spoken EXCEPT ![term[i]].commit = n]
    /\ chosen' = chosen \o [k \in 1..(Max(n, Len(chosen)) - Len(chosen)) |->
           [entry |-> log[i][Len(chosen) + k], in |-> term[i]]]
    /\ UNCHANGED <<term, vote, role, log, known, due, storage>>
    /\ UNCHANGED <<asked, voted, acked, leaders, reading>>

-----------------------------------------------------------------------------
(* Membership: one change at a time, through a joint configuration.         *)

IsSettled(i) ==
    /\ LatestIndex(log[i]) <= commit[i]
    /\ \E k \in 1..commit[i] : log[i][k].term = term[i]

BeginChange(i, goal) ==
    /\ role[i] = "leader"
    /\ \/ IsSettled(i)
       \/ Plant = "a change before the last is committed"
    /\ ~IsJoint(Latest(log[i]))
    /\ goal # Latest(log[i]).voters
    /\ LeaderAppends(i, [voters |-> goal, outgoing |-> Latest(log[i]).voters])

EndChange(i) ==
    /\ role[i] = "leader"
    /\ IsJoint(Latest(log[i]))
    /\ LatestIndex(log[i]) <= commit[i] \/ Plant = "joint left before it is committed"
    /\ LeaderAppends(i, [voters |-> Latest(log[i]).voters, outgoing |-> {}])

-----------------------------------------------------------------------------
(* One linearizable read at a time (ReadIndex, thesis 6.4).                 *)

NoRead == [at |-> Nobody, term |-> 0, index |-> 0, floor |-> 0, heard |-> {}]

BeginRead(i) ==
    /\ readsLeft > 0
    /\ read.at = Nobody
    /\ role[i] = "leader"
    /\ \/ \E k \in 1..commit[i] : log[i][k].term = term[i]
       \/ Plant = "read before an entry of the own term is committed"
    /\ read' = [at |-> i, term |-> term[i], index |-> commit[i],
                floor |-> Len(chosen), heard |-> {i}]
    /\ readsLeft' = readsLeft - 1
    /\ UNCHANGED <<memory, storage, network, history>>

(* Another server answers a request that was sent after the read arrived:
   so it has not taken up a later term before that.                         *)
ConfirmRead(i) ==
    /\ read.at # Nobody
    /\ i # read.at
    /\ term[i] = read.term
    /\ read' = [read EXCEPT !.heard = @ \cup {i}]
    /\ UNCHANGED <<memory, storage, network, history, readsLeft>>

IsReadConfirmed ==
    /\ read.at # Nobody
    /\ role[read.at] = "leader"
    /\ term[read.at] = read.term
    /\ \/ IsQuorum(read.heard, Latest(log[read.at]))
       \/ Plant = "read without a round"

EndRead ==
    /\ read.at # Nobody
    /\ IsReadConfirmed \/ role[read.at] # "leader" \/ term[read.at] # read.term
    /\ read' = NoRead
    /\ UNCHANGED <<memory, storage, network, history, readsLeft>>

-----------------------------------------------------------------------------
Init ==
    /\ term = [i \in Server |-> 0]
    /\ vote = [i \in Server |-> Nobody]
    /\ role = [i \in Server |-> "follower"]
    /\ log = [i \in Server |-> <<>>]
    /\ commit = [i \in Server |-> 0]
    /\ known = [i \in Server |-> 0]
    /\ due = [i \in Server |-> {}]
    /\ out = [i \in Server |-> <<>>]
    /\ disk = [i \in Server |-> [term |-> 0, vote |-> Nobody, log |-> <<>>]]
    /\ machine = [i \in Server |-> 0]
    /\ asked = {}
    /\ voted = {}
    /\ acked = [t \in Terms |-> [i \in Server |-> 0]]
    /\ spoken = [t \in Terms |-> [log |-> <<>>, commit |-> 0]]
    /\ leaders = [t \in Terms |-> {}]
    /\ chosen = <<>>
    /\ read = NoRead
    /\ readsLeft = Reads
    /\ crashesLeft = MaxCrashes

(* The bounds are in the choices, so that every bounded model is finite.    *)
HasRoom(i) == Len(log[i]) < MaxLog

Next ==
    \E i \in Server :
        \/ HandOut(i)
        \/ Sync(i)
        \/ \E k \in Unforced(i) : Force(i, k)
        \/ Report(i)
        \/ \E s \in Survivors(i) :
               \E a \in {0, Max(machine[i], ApplyLimit(i))} : Crash(i, s, a)
        \/ \E t \in AskedTerms : AdoptTerm(i, t)
        \/ term[i] < MaxTerm /\ Campaign(i)
        \/ \E ask \in asked : GrantVote(i, ask)
        \/ HasRoom(i) /\ BecomeLeader(i, Supporters(i))
        \/ role[i] = "leader" /\ StepDown(i)
        \/ HasRoom(i) /\ Propose(i)
        \/ term[i] > 0 /\ \E last \in 0..Len(spoken[term[i]].log) :
               \E previous \in 0..last :
                   \/ \E c \in 0..spoken[term[i]].commit :
                          Accept(i, term[i], previous, last, c)
                   \/ Refuse(i, term[i], previous)
        \/ \E n \in (commit[i] + 1)..Len(log[i]) :
               AdvanceCommit(i, n, Holders(i, n))
        \/ HasRoom(i) /\ \E goal \in Goals : BeginChange(i, goal)
        \/ HasRoom(i) /\ EndChange(i)
        \/ BeginRead(i)
        \/ ConfirmRead(i)
        \/ EndRead

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Invariants.                                                              *)

TypeOK ==
    /\ \A i \in Server :
           /\ role[i] \in {"follower", "candidate", "leader"}
           /\ commit[i] \in 0..Len(log[i])
           /\ known[i] \in 0..Len(log[i])
           /\ vote[i] \in Server \cup {Nobody}

(* Raft figure 3. *)
ElectionSafety == \A t \in Terms : Cardinality(leaders[t]) <= 1

LogMatching ==
    \A i, j \in Server :
        \A k \in 1..Min(Len(log[i]), Len(log[j])) :
            log[i][k].term = log[j][k].term => Prefix(log[i], k) = Prefix(log[j], k)

LeaderCompleteness ==
    \A i \in Server : role[i] = "leader" =>
        \A k \in 1..Len(chosen) : chosen[k].in < term[i] =>
            k <= Len(log[i]) /\ log[i][k] = chosen[k].entry

StateMachineSafety ==
    \A i \in Server : \A k \in 1..commit[i] :
        k <= Len(chosen) /\ chosen[k].entry = log[i][k]

(* What was told is on the disk of who told it.                             *)
VotesAreDurable ==
    \A p \in voted :
        \/ disk[p.from].term > p.term
        \/ disk[p.from].term = p.term /\ disk[p.from].vote = p.to

AcknowledgementsAreDurable ==
    \A t \in Terms : \A i \in Server : acked[t][i] > 0 =>
        \/ disk[i].term > t
        \/ disk[i].term = t /\ IsPrefix(Prefix(spoken[t].log, acked[t][i]), disk[i].log)

LeadersAreDurable ==
    \A i \in Server : role[i] = "leader" => disk[i].term = term[i] /\ disk[i].vote = i

(* What a server takes for synced is.                                       *)
KnownIsDurable ==
    \A i \in Server : IsPrefix(Prefix(log[i], known[i]), disk[i].log)

(* No crash leaves a state machine ahead of its log.                        *)
AppliedIsDurable ==
    \A i \in Server :
        LET held == Max(machine[i], ApplyLimit(i))
        IN  /\ held <= Len(disk[i].log)
            /\ \A k \in 1..held : k <= Len(chosen) /\ disk[i].log[k] = chosen[k].entry

ReadsAreLinearizable == IsReadConfirmed => read.index >= read.floor

(* Term and commit index of one life never go back, nor does a disk's term. *)
NothingGoesBack ==
    [][\A i \in Server :
           /\ disk'[i].term >= disk[i].term
           /\ machine'[i] >= machine[i]
           /\ \/ out'[i] = <<>> /\ role'[i] = "follower"
              \/ term'[i] >= term[i] /\ commit'[i] >= commit[i]]_vars
=============================================================================
