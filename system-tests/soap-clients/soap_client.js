// Lists the operations of a RAFT_Service from its WSDL, inserts a command and reads it.
const assert = require("assert");
const { randomUUID } = require("crypto");
const soap = require("soap");

const OPERATIONS = {
  RAFT_Service: ["AppendEntries", "InsertCommand", "Read", "RequestVote"],
  RaftPeer: ["Found", "InstallSnapshot", "PreVote", "ReadIndex", "TimeoutNow"],
  RaftClient: ["OpenSession"],
  RaftAdmin: [
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
  ],
};

async function main(address) {
  const client = await soap.createClientAsync(`${address}/RAFT_Service.wsdl`, {
    forceSoap12Headers: true,
  });
  const ports = client.describe().RAFT_Service;
  const found = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, Object.keys(port).sort()]),
  );
  for (const [name, operations] of Object.entries(OPERATIONS)) {
    assert.deepStrictEqual(found[name], operations);
  }
  console.log("wsdl: ok");
  const uid = `urn:uuid:${randomUUID()}`;
  // It sends no headers of WS-Addressing: the action stands in the content type.
  const [inserted] = await client.InsertCommandAsync({
    uid,
    command: "x=1",
    parameters: "y,z",
  });
  assert.strictEqual(inserted.success, true);
  console.log("insert: ok");
  const [read] = await client.ReadAsync({ uid });
  assert.deepStrictEqual([read.uid, read.command, read.parameters], [uid, "x=1", "y,z"]);
  // The element of another namespace gets that of the WSDL, and must not be passed over.
  await assert.rejects(client.ReadAsync({ query: "get\tx" }), /did you mean .*query/);
  console.log("read: ok");
}

main(process.argv[2]).catch((failure) => {
  console.error(failure);
  process.exit(1);
});
