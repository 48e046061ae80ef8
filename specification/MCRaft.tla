------------------------------- MODULE MCRaft -------------------------------
(***************************************************************************)
(* Bounded models of Raft, and what makes them small enough to be searched *)
(* to the end.  Nothing here adds a behaviour: each step is one of Raft,  *)
(* or several of it that follow each other.                                *)
(***************************************************************************)
EXTENDS Raft, TLC

CONSTANTS
    Prompt,         \* whose disks are fast, unless they lead
    PromptLeaders,  \* and whose are even then
    Whole,          \* whether elections, and what a follower does, are one step
    Begun           \* whether two leaders have come and gone already

Symmetry == Permutations(Founders \ WriteBehind)
                \cup Permutations(Server \ (Founders \cup WriteBehind))

-----------------------------------------------------------------------------
(* Steps that lead to a state to which another leads too, or to one that may *)
(* do no more than the one before it, are left out.                          *)

(* Where logs match (an invariant), a request from the very beginning does
   what a shorter one would; a commit index beyond its end is cut to it.     *)
Accepts(i) ==
    /\ term[i] > 0
    /\ \E last \in 0..Len(spoken[term[i]].log) :
           \E c \in 0..spoken[term[i]].commit :
               /\ c <= last \/ Plant = "commit beyond the verified"
               /\ Accept(i, term[i], 0, last, c)

(* Who gives up does so in order to campaign; to be idle needs no step.      *)
GivesUp(i) == role[i] = "leader" /\ term[i] < MaxTerm /\ StepDown(i)

Campaigns(i) == term[i] < MaxTerm /\ Campaign(i)

Changes(i) == HasRoom(i) /\ (EndChange(i) \/ \E goal \in Goals : BeginChange(i, goal))

OnDisk(i) ==
    \/ HandOut(i)
    \/ Sync(i)
    \/ \E k \in Unforced(i) : Force(i, k)
    \/ Report(i)

Crashes(i) ==
    \E s \in Survivors(i) : \E a \in {0, Max(machine[i], ApplyLimit(i))} : Crash(i, s, a)

InElections(i) ==
    \/ \E t \in AskedTerms : AdoptTerm(i, t)
    \/ \E ask \in asked : GrantVote(i, ask)
    \/ HasRoom(i) /\ BecomeLeader(i, Supporters(i))

InOffice(i) ==
    \/ HasRoom(i) /\ Propose(i)
    \/ \E n \in (commit[i] + 1)..Len(log[i]) : AdvanceCommit(i, n, Holders(i, n))
    \/ Changes(i)

Reading(i) == BeginRead(i) \/ ConfirmRead(i) \/ EndRead

OneByOne(i) ==
    \/ OnDisk(i)
    \/ Crashes(i)
    \/ GivesUp(i)
    \/ Campaigns(i)
    \/ InElections(i)
    \/ Accepts(i)
    \/ InOffice(i)
    \/ Reading(i)

-----------------------------------------------------------------------------
(* Steps of Raft that follow each other, taken as one, by servers that force *)
(* at once.  Left out are elections that overlap or come to nothing, and     *)
(* whatever happens between a candidacy and its end: for bugs that are not   *)
(* in the elections.                                                         *)

Highest(terms) == CHOOSE t \in terms : \A other \in terms : other <= t

(* AdoptTerm, Campaign, GrantVote by each of the others, and BecomeLeader; a
   quorum that is larger than it must be only takes more up into the term.   *)
Elect(i, q) ==
    LET t == 1 + Highest({term[j] : j \in q})
        grown == Append(log[i], Entry(t, i, NoConfiguration))
    IN  /\ t <= MaxTerm
        /\ i \in Voters(Latest(log[i]))
        /\ IsQuorum(q, Latest(log[i]))
        /\ \A j \in q : ~IsQuorum(q \ {j}, Latest(log[i]))
        /\ \A j \in q \ {i} : IsUpToDate(LastTerm(log[i]), Len(log[i]), log[j])
        /\ \A j \in q \cap WriteBehind : out[j] = <<>> /\ due[j] = {}
        /\ term' = [j \in Server |-> IF j \in q THEN t ELSE term[j]]
        /\ vote' = [j \in Server |-> IF j \in q THEN i ELSE vote[j]]
        /\ role' = [j \in Server |-> IF j = i THEN "leader" ELSE IF j \in q THEN "follower" ELSE role[j]]
        /\ disk' = [j \in Server |->
               IF j \in q THEN [term |-> t, vote |-> i, log |-> log[j]] ELSE disk[j]]
        /\ known' = [j \in Server |-> IF j \in q THEN Len(log[j]) ELSE known[j]]
        /\ log' = [log EXCEPT ![i] = grown]
        /\ spoken' = [spoken EXCEPT ![t] = [log |-> grown, commit |-> commit[i]]]
        /\ leaders' = [leaders EXCEPT ![t] = @ \cup {i}]
        /\ voted' = voted \cup {VoteFor(j, t, i) : j \in q}
        /\ asked' = asked \cup {AskFor(i, t, log[i])}
        /\ UNCHANGED <<commit, due, out, machine, crashesLeft, acked, chosen, reading>>

(* AdoptTerm, Accept and Sync.                                               *)
Follow(i, t, last, c) ==
    LET merged == Merged(log[i], t, 0, last)
        newVote == IF t > term[i] THEN Nobody ELSE vote[i]
    IN  /\ i \notin WriteBehind
        /\ t > term[i] \/ (t = term[i] /\ role[i] # "leader")
        /\ leaders[t] # {}
        /\ term' = [term EXCEPT ![i] = t]
        /\ vote' = [vote EXCEPT ![i] = newVote]
        /\ role' = [role EXCEPT ![i] = "follower"]
        /\ log' = [log EXCEPT ![i] = merged]
        /\ commit' = [commit EXCEPT ![i] = Max(@, Min(c, last))]
        /\ disk' = [disk EXCEPT ![i] = [term |-> t, vote |-> newVote, log |-> merged]]
        /\ known' = [known EXCEPT ![i] = Len(merged)]
        /\ acked' = [acked EXCEPT ![t][i] = Max(@, last)]
        /\ UNCHANGED <<due, out, machine, crashesLeft, asked, voted, spoken, history, reading>>

Follows(i) ==
    \E t \in Max(term[i], 1)..MaxTerm : \E last \in 0..Len(spoken[t].log) :
        \E c \in 0..Min(last, spoken[t].commit) : Follow(i, t, last, c)

(* One by one still: what a leader's disk does, and all that a server of      *)
(* WriteBehind does as a follower.                                           *)
BehindStep(i) ==
    /\ i \in WriteBehind
    /\ Accepts(i) \/ \E t \in AskedTerms : AdoptTerm(i, t)

AtOnce(i) ==
    \/ OnDisk(i)
    \/ BehindStep(i)
    \/ Crashes(i)
    \/ \E q \in SUBSET Server : i \in q /\ Elect(i, q)
    \/ Follows(i)
    \/ InOffice(i)
    \/ Reading(i)

MCNext == \E i \in Server : IF Whole THEN AtOnce(i) ELSE OneByOne(i)

(* The middle of a story: one was elected by two in term 1, and then another *)
(* by itself and the third in term 2; each appended an entry, that nobody     *)
(* else has, and gave up.                                                    *)
Middle ==
    \E i, j \in Server :
        LET t == [k \in Server |-> IF k = i THEN 1 ELSE 2]
            v == [k \in Server |-> IF k = i THEN i ELSE j]
            l == [k \in Server |->
                     IF k = i THEN <<Entry(1, i, NoConfiguration)>>
                     ELSE IF k = j THEN <<Entry(2, j, NoConfiguration)>> ELSE <<>>]
            at(k) == [log |-> l[k], commit |-> 0]
        IN  /\ i # j
            /\ term = t /\ vote = v /\ log = l
            /\ role = [k \in Server |-> "follower"]
            /\ commit = [k \in Server |-> 0]
            /\ known = [k \in Server |-> Len(l[k])]
            /\ due = [k \in Server |-> {}]
            /\ out = [k \in Server |-> <<>>]
            /\ disk = [k \in Server |-> [term |-> t[k], vote |-> v[k], log |-> l[k]]]
            /\ machine = [k \in Server |-> 0]
            /\ asked = {AskFor(i, 1, <<>>), AskFor(j, 2, <<>>)}
            /\ voted = {VoteFor(k, 1, i) : k \in Server \ {j}}
                           \cup {VoteFor(k, 2, j) : k \in Server \ {i}}
            /\ acked = [n \in Terms |-> [k \in Server |-> 0]]
            /\ spoken = [n \in Terms |->
                   IF n = 1 THEN at(i) ELSE IF n = 2 THEN at(j) ELSE [log |-> <<>>, commit |-> 0]]
            /\ leaders = [n \in Terms |-> IF n = 1 THEN {i} ELSE IF n = 2 THEN {j} ELSE {}]
            /\ chosen = <<>>
            /\ read = NoRead /\ readsLeft = Reads /\ crashesLeft = MaxCrashes

MCSpec == (IF Begun THEN Middle ELSE Init) /\ [][MCNext]_vars

-----------------------------------------------------------------------------
(* Nobody sees what a server that does not lead has in memory only: what it
   has not told may as well not have happened.  So that such a server forces
   at once, or crashes, before anything else happens, leaves nothing out that
   another could notice; the models in which Prompt is smaller check more.
   Of a leader another could see it, but not without a crash.               *)
Dirty ==
    {i \in Prompt :
        /\ role[i] # "leader" \/ i \in PromptLeaders
        /\ due[i] # {} \/ Image(i) # disk[i]}

PromptStep == Dirty # {} => Dirty' = {}

(* A term that every server has left for good, on its disk too.              *)
Low == CHOOSE t \in 0..MaxTerm :
           /\ \A i \in Server : t <= Min(term[i], disk[i].term)
           /\ \E i \in Server : t = Min(term[i], disk[i].term)

(* What was said in it can be heard by nobody any more.                      *)
Chosen == [k \in 1..Len(chosen) |-> [chosen[k] EXCEPT !.in = IF @ < Low THEN 0 ELSE @]]

Live(t) == IF t = 0 THEN <<>> ELSE <<acked[t], spoken[t], leaders[t]>>

(* Where elections are one step, nobody looks at votes, and an acknowledgement counts with a leader that has not committed as far.  *)
Counts(t) ==
    IF t = 0 THEN <<>>
    ELSE <<spoken[t], leaders[t],
           [j \in Server |->
               IF \E i \in leaders[t] :
                      role[i] = "leader" /\ term[i] = t /\ commit[i] < acked[t][j]
               THEN acked[t][j] ELSE 0]>>

Votes == [i \in Server |->
    IF i \in WriteBehind THEN <<vote[i], disk[i].vote>> ELSE <<Nobody, Nobody>>]
Disks == [i \in Server |-> [disk[i] EXCEPT !.vote = Nobody]]

View ==
    IF Whole
    THEN <<term, Votes, role, log, commit, known, due, out, Disks, machine, crashesLeft,
           reading, Chosen, [t \in Low..MaxTerm |-> Counts(t)]>>
    ELSE <<memory, storage, reading, Chosen, [t \in Low..MaxTerm |-> Live(t)],
           {p \in asked : p.term >= Low}, {p \in voted : p.term >= Low}>>
=============================================================================
