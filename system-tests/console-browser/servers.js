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

  flotilla(log, args, options) {
    const err = fs.openSync(path.join(this.directory, `${log}.log`), "a");
    const child = spawn(this.java, [...JVM, "-cp", this.classPath, "dev.flotilla.server.FlotillaCommand", ...args],
      { stdio: ["pipe", "pipe", err], ...options });
    running.add(child);
    child.ended = new Promise(resolve => child.on("exit", code => { running.delete(child); resolve(code); }));
    child.stdout.setEncoding("utf8");
    return child;
  }

  // Waits until it serves, and has announced its page if it has one.
  async server(number, ...options) {
    const data = path.join(this.directory, `server-${number}`);
    const child = this.flotilla(`server-${number}`, ["server", "--group", this.name, "--data", data, ...options]);
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
