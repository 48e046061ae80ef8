------------------------------ MODULE TraceRaft ------------------------------
(***************************************************************************)
(* Whether what the simulator recorded is a behaviour of Raft.             *)
(*                                                                         *)
(* Each step is one action of Raft, or changes nothing in it.  An event    *)
(* says which server did what, and "stands" how it then stood.  Between    *)
(* the events come the steps that the code takes of itself in the same     *)
(* cycle: learning of forced writes, taking up the term of a message,      *)
(* winning an election, committing, appending what clients ask for, giving *)
(* up.  Each may happen only where the code does it, so the composition is *)
(* bounded, and an event that does not fit ends the behaviour.             *)
(*                                                                         *)
(* Many traces are checked in one run: each is an initial state of its     *)
(* own, once as recorded and once for each of its alterations.             *)
(***************************************************************************)
EXTENDS Raft, TLC,
    Recorded  \* generated: Traces, the events of each trace; Messages, which
              \* the events number; Alterations, events to be put in the place
              \* of others

VARIABLES
    trace, altered,  \* which one this is; 0 if it is as recorded
    at,              \* the next event
    heard,           \* heard[i]: whose votes the candidate i has received
    match            \* match[i][j]: what j has acknowledged to the leader i

trail == <<trace, altered>>

Events == Traces[trace]

Event ==
    IF altered # 0 /\ Alterations[trace][altered].at = at
    THEN Alterations[trace][altered].event
    ELSE Events[at]

Kind == IF at > Len(Events) THEN "end" ELSE Event.kind
Who  == Event.server
Letter == Messages[trace][Event.message]

NoMatch == [j \in Server |-> 0]

Forget(i) ==
    /\ heard' = [heard EXCEPT ![i] = {}]
    /\ match' = [match EXCEPT ![i] = NoMatch]

KeepCounts == UNCHANGED <<heard, match>>

-----------------------------------------------------------------------------
(* What the code does of itself, and at once.                               *)

Elected(i) == role[i] = "candidate" /\ IsQuorum(heard[i], Latest(log[i]))

Counted(i, n) == {j \in Server : n <= IF j = i THEN known[i] ELSE match[i][j]}

Committable(i) ==
    {n \in (commit[i] + 1)..Len(log[i]) :
        log[i][n].term = term[i] /\ IsQuorum(Counted(i, n), Latest(log[i]))}

IsUrgent(i) == Elected(i) \/ (role[i] = "leader" /\ Committable(i) # {})

(* With a new configuration other acknowledgements count, and the code looks
   at them when the next one comes.                                          *)
MayWait(i) == role[i] = "leader" /\ LatestIndex(log[i]) > commit[i]

Urgent(i) ==
    /\ IF Elected(i) THEN BecomeLeader(i, heard[i])
       ELSE LET n == CHOOSE m \in Committable(i) : \A other \in Committable(i) : other <= m
            IN  AdvanceCommit(i, n, Counted(i, n))
    /\ KeepCounts

-----------------------------------------------------------------------------
(* Steps before an event, of which it is the reason.                        *)

(* The configuration after the event; who has been told of none, as one who
   shall join, goes by the founding one here, and has no say in it.          *)
Governs(i) ==
    IF Event.voters = {} THEN Latest(log[i])
    ELSE [voters |-> Event.voters, outgoing |-> Event.outgoing]

CanReport(i) == out[i] # <<>> /\ Head(out[i]).isForced

Reports(i) ==
    /\ Report(i)
    /\ heard' = IF /\ role[i] = "candidate"
                   /\ Head(out[i]).image.term = term[i]
                   /\ Head(out[i]).image.vote = vote[i]
                THEN [heard EXCEPT ![i] = @ \cup {i}] ELSE heard
    /\ UNCHANGED match

TakesUp(i) ==
    /\ Kind = "received"
    /\ Letter.kind # "willing"
    /\ Letter.term > term[i]
    /\ ~(Letter.kind = "ask" /\ Event.answer = "ignored")

(* An answer from somebody who is no member by its own log a server ignores;
   who only learns is a member, and not told from a stranger here.           *)
MayIgnore(i) ==
    /\ Kind = "received"
    /\ Letter.kind \in {"vote", "ack", "other"}
    /\ Letter.from \notin Voters(Latest(log[i]))

(* Enough willing servers make a candidate (pre-votes are not specified), and
   so does a leader that hands its office over.                             *)
Campaigns(i) ==
    /\ \/ Kind = "received" /\ Letter.kind = "willing" /\ Letter.term = term[i] + 1
       \/ Kind = "received" /\ Letter.kind = "take over" /\ Letter.term = term[i]
       \/ Kind = "stands" /\ Event.term = term[i] + 1 /\ IsQuorum({i}, Latest(log[i]))
    /\ Campaign(i)
    /\ Forget(i)

(* Which entry of a cycle is the new configuration is seen when it is sent.  *)
Configures(i) ==
    /\ Governs(i) # Latest(log[i])
    /\ IF Governs(i).outgoing = {} THEN EndChange(i) ELSE BeginChange(i, Event.voters)

Proposes(i) ==
    /\ Kind = "stands"
    /\ Len(log[i]) < Event.last
    /\ Propose(i) \/ Configures(i)
    /\ KeepCounts

GivesUp(i) ==
    /\ Kind = "stands"
    /\ Event.role = "follower"
    /\ Event.term = term[i]
    /\ Event.last = Len(log[i])
    /\ StepDown(i)
    /\ KeepCounts

-----------------------------------------------------------------------------
(* Events.                                                                  *)

Nothing == UNCHANGED vars /\ KeepCounts

Starts(i) ==
    /\ Kind = "started"
    /\ \E s \in Survivors(i) :
           /\ s.term = Event.term
           /\ Len(s.log) = Event.last
           /\ LastTerm(s.log) = Event.lastTerm
           /\ Event.durable = Event.last
           /\ Crash(i, s, Event.commit)
    /\ Forget(i)

Begins(i) == Kind = "begun" /\ ~CanReport(i) /\ Nothing

Stands(i) ==
    /\ Kind = "stands"
    /\ Event.term = term[i]
    /\ Event.role = role[i]
    /\ Event.last = Len(log[i])
    /\ Event.lastTerm = LastTerm(log[i])
    /\ Event.commit = commit[i]
    /\ Event.durable = known[i]
    /\ Governs(i) = Latest(log[i])
    /\ Nothing

(* A write may hold nothing but messages that wait for the writes before it,
   which in Raft have left together with the last of those.                 *)
HandsOut(i) ==
    /\ Kind = "handed out"
    /\ IF due[i] # {} \/ Image(i) # LastImage(i) THEN HandOut(i) ELSE UNCHANGED vars
    /\ KeepCounts

Forces(i) ==
    /\ Kind = "forced"
    /\ IF Unforced(i) = {} THEN UNCHANGED vars
       ELSE Force(i, CHOOSE k \in Unforced(i) : \A other \in Unforced(i) : other <= k)
    /\ KeepCounts

(* What is sent must have been said.  Of a change of learners and goals the
   voters are those that governed before.                                   *)
IsConfiguration(c, l) ==
    LET says == [voters |-> c.voters, outgoing |-> c.outgoing]
    IN  IF l[c.index].conf # NoConfiguration THEN says = l[c.index].conf
        ELSE says = Latest(Prefix(l, c.index))

IsSliceOf(m, l) ==
    /\ m.previous + Len(m.terms) <= Len(l)
    /\ TermAt(l, m.previous) = m.previousTerm
    /\ \A k \in 1..Len(m.terms) : l[m.previous + k].term = m.terms[k]
    /\ \A c \in m.confs : IsConfiguration(c, l)
    /\ \A n \in ConfigurationIndexes(l) \cap (m.previous + 1)..(m.previous + Len(m.terms)) :
           \E c \in m.confs : c.index = n

IsSaid(i, m) ==
    CASE m.kind = "append" ->
             /\ m.term \in Terms
             /\ i \in leaders[m.term]
             /\ IsSliceOf(m, spoken[m.term].log)
             /\ m.commit <= spoken[m.term].commit
      [] m.kind = "ask" ->
             [kind |-> "ask", term |-> m.term, from |-> i,
              lastTerm |-> m.lastTerm, lastIndex |-> m.lastIndex] \in asked
      [] m.kind = "vote" -> VoteFor(i, m.term, m.to) \in voted
      [] m.kind = "ack" -> m.term \in Terms /\ m.index <= acked[m.term][i]
      [] m.kind = "willing" -> TRUE
      [] OTHER -> m.term <= term[i]

Sends(i) == Kind = "sent" /\ IsSaid(i, Letter) /\ Nothing

ReceivesAsk(i, m) ==
    IF Event.answer = "granted"
    THEN /\ \E ask \in asked : ask.from = m.from /\ ask.term = m.term /\ GrantVote(i, ask)
         /\ KeepCounts
    ELSE Nothing

ReceivesAppend(i, m) ==
    IF m.term < term[i] THEN Nothing
    ELSE /\ IF Holds(log[i], m.term, m.previous)
            THEN Accept(i, m.term, m.previous, m.previous + Len(m.terms), m.commit)
            ELSE Refuse(i, m.term, m.previous)
         /\ KeepCounts

ReceivesVote(i, m) ==
    /\ UNCHANGED vars
    /\ UNCHANGED match
    /\ heard' = IF role[i] = "candidate" /\ m.term = term[i]
                THEN [heard EXCEPT ![i] = @ \cup {m.from}] ELSE heard

ReceivesAck(i, m) ==
    /\ UNCHANGED vars
    /\ UNCHANGED heard
    /\ match' = IF role[i] = "leader" /\ m.term = term[i]
                THEN [match EXCEPT ![i][m.from] = Max(@, m.index)] ELSE match

Receives(i) ==
    /\ Kind = "received"
    /\ ~TakesUp(i) \/ MayIgnore(i)
    /\ Letter.to = i
    /\ CASE Letter.kind = "ask" -> ReceivesAsk(i, Letter)
         [] Letter.kind = "append" -> ReceivesAppend(i, Letter)
         [] Letter.kind = "vote" -> ReceivesVote(i, Letter)
         [] Letter.kind = "ack" -> ReceivesAck(i, Letter)
         [] OTHER -> Nothing

-----------------------------------------------------------------------------
Before(i) ==
    /\ UNCHANGED at
    /\ IF Kind = "started" THEN FALSE
       ELSE IF IsUrgent(i) THEN Urgent(i)
       ELSE \/ Kind = "begun" /\ CanReport(i) /\ Reports(i)
            \/ TakesUp(i) /\ AdoptTerm(i, Letter.term) /\ Forget(i)
            \/ Campaigns(i)
            \/ Proposes(i)
            \/ GivesUp(i)

On(i) ==
    /\ at' = at + 1
    /\ Kind = "started" \/ ~IsUrgent(i) \/ MayWait(i)
    /\ \/ Starts(i)
       \/ Begins(i)
       \/ Receives(i)
       \/ Stands(i)
       \/ HandsOut(i)
       \/ Forces(i)
       \/ Sends(i)

(* An event of the kind "dropped" stands for one that is not there.         *)
Skip == Kind = "dropped" /\ at' = at + 1 /\ Nothing

(* One line whenever a behaviour has come further than before.              *)
Register == 4 * (trace - 1) + altered + 1

Noted ==
    IF TLCGet(Register) >= at' THEN TRUE
    ELSE TLCSet(Register, at') /\ PrintT(<<"reached", trace, altered, at' - 1>>)

TraceInit ==
    /\ Init
    /\ trace \in 1..Len(Traces)
    /\ altered \in 0..Len(Alterations[trace])
    /\ at = 1
    /\ heard = [i \in Server |-> {}]
    /\ match = [i \in Server |-> NoMatch]
    /\ TLCSet(Register, 1)

TraceNext ==
    /\ at <= Len(Events)
    /\ IF Kind = "dropped" THEN Skip ELSE Before(Who) \/ On(Who)
    /\ UNCHANGED trail
    /\ Noted

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, trail, at, heard, match>>
=============================================================================
