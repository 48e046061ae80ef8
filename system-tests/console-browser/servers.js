// Servers of a group in processes of their own.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const JVM = ["-Xmx64m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1"];
const running = new Set();

class Group {
  constructor(java, classPath, directory, name) {
    Object.assign(this, { java, classPath, directory, name });
  }

  flotilla(log, args, prefix = []) {
    const err = fs.openSync(path.join(this.directory, `${log}.log`), "a");
    const [program, ...rest] = [...prefix, this.java, ...JVM, "-cp", this.classPath, "dev.flotilla.server.FlotillaCommand", ...args];
    const child = spawn(program, rest, { stdio: ["pipe", "pipe", err] });
    running.add(child);
    child.ended = new Promise(resolve => child.on("exit", code => { running.delete(child); resolve(code); }));
    child.stdout.setEncoding("utf8");
    return child;
  }

  // Waits until it serves, and has announced its page if it has one.
  server(number, ...options) {
    return this.start(number, [], options);
  }

  // A server whose disk has 160 MiB, and is full as soon as the file `full` is there.
  serverOnSmallDisk(number, full, ...options) {
    const data = path.join(this.directory, `server-${number}`);
    fs.mkdirSync(data, { recursive: true });
    const script = "mount -t tmpfs -o size=160m none \"$0\" || exit; chmod 700 \"$0\"; full=$1; shift;"
      + " { until [ -e \"$full\" ]; do sleep 0.2; done; dd if=/dev/zero of=\"$0/ballast\" bs=64k; } >/dev/null 2>&1 & exec \"$@\"";
    return this.start(number, ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, data, full], options);
  }

  async start(number, prefix, options) {
    const data = path.join(this.directory, `server-${number}`);
    const child = this.flotilla(`server-${number}`, ["server", "--group", this.name, "--data", data, ...options], prefix);
    let text = "";
    await new Promise((resolve, reject) => {
      child.stdout.on("data", part => {
        text += part;
        const serving = /^serving (\S+) (\S+)$/m.exec(text);
        const page = /^console (\S+)$/m.exec(text);
        if (serving && (page || !options.includes("--console"))) {
          child.member = serving[1];
          child.page = page && page[1];
          resolve();
        }
      });
      child.ended.then(code => reject(new Error(`server ${number} ended with ${code}; see ${data}.log`)));
    });
    return child;
  }

  // A command of the group; returns its exit code.
  command(...args) {
    const child = this.flotilla("commands", args);
    child.stdin.end();
    child.stdout.resume();
    return child.ended;
  }
}

function killAll() {
  for (const child of running) child.kill("SIGKILL");
}

module.exports = { Group, killAll };
