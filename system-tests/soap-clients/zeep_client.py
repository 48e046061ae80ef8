"""Lists the operations of a RAFT_Service from its WSDL, inserts a command and reads it."""

import sys
import uuid

from zeep import Client

OPERATIONS = {
    "RAFT_Service": {"AppendEntries", "InsertCommand", "Read", "RequestVote"},
    "RaftPeer": {"Found", "InstallSnapshot", "PreVote", "ReadIndex", "TimeoutNow"},
    "RaftClient": {"OpenSession"},
    "RaftAdmin": {
        "AddMember",
        "ConfirmSilence",
        "Promote",
        "ReadRevocations",
        "ReadSnapshot",
        "Readmit",
        "RemoveMember",
        "Status",
        "TakeSnapshot",
        "TransferLeadership",
    },
}


def expect(is_so, what):
    """Not an assertion, which python -O leaves out."""
    if not is_so:
        raise SystemExit("not as expected: " + str(what))


def main(address):
    client = Client(address + "/RAFT_Service.wsdl")
    ports = client.wsdl.services["RAFT_Service"].ports
    found = {name: set(port.binding._operations) for name, port in ports.items()}
    expect(all(found.get(name) == operations for name, operations in OPERATIONS.items()), found)
    addresses = {port.binding_options["address"] for port in ports.values()}
    expect(addresses == {address}, addresses)
    print("wsdl: ok")
    uid = "urn:uuid:" + str(uuid.uuid4())
    inserted = client.service.InsertCommand(uid=uid, command="x=1", parameters="y,z")
    expect(inserted.success, inserted)
    print("insert: ok")
    read = client.service.Read(uid=uid)
    expect((read.uid, read.command, read.parameters) == (uid, "x=1", "y,z"), read)
    print("read: ok")


main(sys.argv[1])
