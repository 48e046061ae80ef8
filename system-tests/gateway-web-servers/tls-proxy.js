// A proxy that ends TLS before a gateway and says who its client is; prints its port.
// Arguments: the gateway's HOST:PORT, a key and a certificate.
"use strict";
const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");

const [gateway, key, certificate] = process.argv.slice(2);
const [host, port] = gateway.split(":");
const server = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(certificate) }, (request, response) => {
  const headers = { ...request.headers, "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
  const passed = http.request({ host, port, method: request.method, path: request.url, headers }, answer => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", () => response.destroy());
  request.pipe(passed);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
