// Lists the operations of a RAFT_Service from its WSDL, inserts a command and reads it.
const assert = require("assert");
const { randomUUID } = require("crypto");
const soap = require("soap");

const RAFT = "http://di.uminho.pt/ws/2014/01/raft";
const ADDRESSING = "http://www.w3.org/2005/08/addressing";
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

async function call(client, address, operation, request) {
  client.clearSoapHeaders();
  const header = (name, text) =>
    client.addSoapHeader(`<a:${name} xmlns:a="${ADDRESSING}">${text}</a:${name}>`);
  header("Action", `${RAFT}/RAFT_Service/${operation}`);
  header("MessageID", `urn:uuid:${randomUUID()}`);
  header("To", address);
  return (await client[`${operation}Async`](request))[0];
}

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
  const inserted = await call(client, address, "InsertCommand", {
    uid,
    command: "x=1",
    parameters: "y,z",
  });
  assert.strictEqual(inserted.success, true);
  console.log("insert: ok");
  const read = await call(client, address, "Read", { uid });
  assert.deepStrictEqual([read.uid, read.command, read.parameters], [uid, "x=1", "y,z"]);
  console.log("read: ok");
}

main(process.argv[2]).catch((failure) => {
  console.error(failure);
  process.exit(1);
});
