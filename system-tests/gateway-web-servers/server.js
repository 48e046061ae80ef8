// A small web server of Node.js, with WebSockets that echo; prints its port. POST /go lets the next part of each
// stream out.
"use strict";
const crypto = require("node:crypto");
const http = require("node:http");

let waiting = [];

function stream(response, kind, form) {
  response.writeHead(200, { "Content-Type": kind });
  let number = 0;
  const next = () => {
    if (number === 3) { response.end(); return; }
    response.write(form(number++));
    waiting.push(next);
  };
  next();
}

const server = http.createServer((request, response) => {
  if (request.method === "PUT") {
    const digest = crypto.createHash("sha256");
    request.on("data", part => digest.update(part)).on("end", () => response.end(digest.digest("hex")));
  } else if (request.method === "POST") {
    request.resume().on("end", () => { const all = waiting; waiting = []; all.forEach(it => it()); response.end(); });
  } else if (request.url === "/stream") {
    stream(response, "text/plain", number => `part ${number}\n`);
  } else if (request.url === "/events") {
    stream(response, "text/event-stream", number => `data: part ${number}\n\n`);
  } else {
    response.end(JSON.stringify(request.headers));
  }
});
server.on("upgrade", (request, socket) => {
  const accept = crypto.createHash("sha1").update(request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
  socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    + `Sec-WebSocket-Accept: ${accept.digest("base64")}\r\n\r\n`);
  socket.on("error", () => {});
  // Short frames with a mask, each in one piece: echoed without one.
  socket.on("data", frame => {
    const length = frame[1] & 127;
    const mask = frame.subarray(2, 6);
    const text = Buffer.from(frame.subarray(6, 6 + length).map((byte, i) => byte ^ mask[i % 4]));
    socket.write(Buffer.concat([Buffer.from([0x81, length]), text]));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
