------------------------------- MODULE MCRaft -------------------------------
(* Bounded models of Raft.                                                  *)
EXTENDS Raft, TLC

CONSTANT
    Prompt  \* whose disks are fast, unless they lead

Symmetry == Permutations(Founders \ WriteBehind)
                \cup Permutations(Server \ (Founders \cup WriteBehind))

(* Nobody sees what a server that does not lead has in memory only: what it
   has not told may as well not have happened.  So that such a server forces
   at once, or crashes, before anything else happens, leaves nothing out that
   another could notice; the models in which Prompt is smaller check more.  *)
Dirty == {i \in Prompt : role[i] # "leader" /\ (due[i] # {} \/ Image(i) # disk[i])}

PromptStep == Dirty # {} => Dirty' = {}
=============================================================================
