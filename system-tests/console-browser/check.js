// Drives the page of a server's console, and checks what a user sees.
"use strict";
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const puppeteer = require("puppeteer-core");
const axe = require("axe-core");
const { Group, killAll } = require("./servers.js");

const [java, classPath, chromium, directory, pictures] = process.argv.slice(2);
const group = new Group(java, classPath, directory, `hall-${process.pid}`);
const recordings = path.join(directory, "recordings");
const patience = ["--election-timeout", "1500-3000", "--heartbeat", "200"];
const NAMES = ["kitchen", "hall", "attic"];
const WAIT_MILLIS = 60000;
let checks = 0;
let passed = 0;

function check(what, isTrue, detail) {
  checks++;
  if (isTrue) passed++;
  console.log(`console: ${isTrue ? "ok     " : "FAILED "} ${what}${isTrue || detail === undefined ? "" : ` (${JSON.stringify(detail)})`}`);
}

// Waits until a function of the page is true.
async function sees(page, what, condition, ...args) {
  try {
    await page.waitForFunction(condition, { timeout: WAIT_MILLIS, polling: 200 }, ...args);
    check(what, true);
  } catch (e) {
    const text = await page.evaluate(() => document.body.innerText.slice(0, 1500)).catch(() => "");
    check(what, false, `${e.message}: ${text}`);
  }
}

const logHas = text => [...document.querySelectorAll("#log li")].some(it => it.textContent.includes(text));
// Words of a table, without what no browser could put on one line, that are on several.
const brokenWords = () => {
  const broken = [];
  for (const cell of document.querySelectorAll("table th, table td")) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const word of node.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(it => Math.round(it.top)));
        if (lines.size > 1 && word[0].length <= 30) broken.push(word[0]);
      }
    }
  }
  return broken;
};
// Whether a cell of the row of a member matches. It runs in the page, whose policy forbids to pass functions as text.
const cellIs = (id, label, pattern) => {
  const row = [...document.querySelectorAll("#members tbody tr")].find(it => it.querySelector("button").title === id);
  const cell = row && [...row.children].find(it => it.dataset.label === label);
  return Boolean(cell) && new RegExp(pattern).test(cell.textContent);
};

async function newPage(browser, url, size) {
  const page = await browser.newPage();
  page.problems = [];
  page.on("pageerror", e => page.problems.push(String(e)));
  page.on("console", message => {
    if (["error", "warning", "warn"].includes(message.type())) page.problems.push(message.text());
  });
  await page.setViewport(size);
  await page.goto(url, { waitUntil: "domcontentloaded" });
  return page;
}

async function accessible(page, what) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  check(`axe finds nothing: ${what}`, found.violations.length === 0,
    found.violations.map(it => [it.id, it.nodes.slice(0, 3).map(node => node.html.slice(0, 120))]));
}

async function picture(page, name) {
  const file = path.join(pictures, `${name}.png`);
  await page.screenshot({ path: file });
  check(`the picture ${name} is below 150 KB`, fs.statSync(file).size < 150 * 1024, fs.statSync(file).size);
}

function ask(url, headers, method = "GET", body = "") {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, response => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    request.on("error", reject);
    request.end(body);
  });
}

async function strangers(url) {
  const host = new URL(url).host;
  check("another host name is refused", await ask(url, { Host: "attacker.example" }) === 421);
  check("a page of another site is refused", await ask(`${url}state.json`, { Origin: "http://attacker.example" }) === 403);
  check("a recording without the header is refused", await ask(`${url}recording`, { Host: host }, "POST", "start") === 403);
  check("no recording has begun", !fs.existsSync(recordings));
}

async function members(page, servers) {
  await sees(page, "the page is live", () => document.getElementById("status").textContent === "Live");
  await sees(page, "three members vote and one leads", () => {
    const rows = [...document.querySelectorAll("#members tbody tr")].map(it => it.textContent);
    return rows.length === 3 && rows.every(it => it.includes("voter")) && rows.filter(it => it.includes("leader")).length === 1;
  });
  for (const [i, server] of servers.entries()) {
    for (const [label, pattern] of [["Member", `^${NAMES[i]}$`], ["Term", "^[1-9]"], ["Committed", "^[1-9]"], ["Problems", "^none$"],
      ["Commands/s", "^[0-9]+[.][0-9]$"], ["Processor", "^[0-9]+ %$"], ["Heap", "^[0-9]+ of [0-9]+ MiB$"]]) {
      await sees(page, `a member shows: ${label}`, cellIs, server.member, label, pattern);
    }
  }
  await sees(page, "the leader shows what it answers and how fast", () =>
    [...document.querySelectorAll("#members tbody tr")].some(it => /leader/.test(it.children[1].textContent)
      && parseFloat(it.querySelector("[data-label='Commands/s']").textContent) > 0
      && /^[0-9.]+ ms$/.test(it.querySelector("[data-label='Latency']").textContent)));
  await sees(page, "a graph shows the processor of each member by its name", () =>
    [...document.querySelectorAll("#graphs svg.graph")].some(it => /^Processor of the members.*kitchen/s.test(it.getAttribute("aria-label"))));
  check("no word of a table is broken", (await page.evaluate(brokenWords)).length === 0, await page.evaluate(brokenWords));
  await sees(page, "the leader leads since a time", () =>
    [...document.querySelectorAll("#members tbody tr")].some(it => /leader.*\d\d:\d\d:\d\d \(/.test(it.textContent)));
  await sees(page, "a graph shows how many entries are committed", () =>
    [...document.querySelectorAll("#graphs svg.graph")].some(it => it.querySelector("polyline")
      && /^Entries committed per second, now/.test(it.getAttribute("aria-label"))));
}

async function joinAndLeave(page) {
  const fourth = await group.server(4, "--join", ...patience);
  await sees(page, "a server that waits is shown without standing", cellIs, fourth.member, "Standing", "^none$");
  check("the server is added", await group.command("members", "add", "--group", group.name, fourth.member) === 0);
  await sees(page, "the log tells that it joins", logHas, `member ${fourth.member} is voter now`);
  check("the server is removed", await group.command("members", "remove", "--force", "--group", group.name, fourth.member) === 0);
  await sees(page, "the log tells that it leaves", logHas, `member ${fourth.member} is no member now`);
  fourth.kill();
  await fourth.ended;
  await sees(page, "the log tells that it is gone", logHas, `member ${fourth.member} is gone`);
}

async function trouble(page, servers) {
  const full = path.join(directory, "full");
  const small = await group.serverOnSmallDisk(5, full, "--join", "--name", "cellar", ...patience);
  check("a server on a small disk is added", await group.command("members", "add", "--as", "learner", "--group", group.name, small.member) === 0);
  await sees(page, "it is a learner", cellIs, small.member, "Standing", "^learner$");
  fs.writeFileSync(full, "");
  await sees(page, "its full disk is a problem", cellIs, small.member, "Problems", "its disk is full");
  await picture(page, "console-full-disk");
  check("nothing is wider than the page", await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  check("no word of a table is broken beside problems", (await page.evaluate(brokenWords)).length === 0, await page.evaluate(brokenWords));
  check("it is removed", await group.command("members", "remove", "--force", "--group", group.name, "cellar") === 0);
  small.kill();
  await small.ended;
  await sees(page, "it is gone", logHas, `member ${small.member} is gone`);

  // A machine too busy for its servers: each of them runs for a fifth of a second, then stands still for a second.
  const beat = setInterval(() => {
    for (const server of servers) server.kill("SIGSTOP");
    setTimeout(() => { for (const server of servers) server.kill("SIGCONT"); }, 1000);
  }, 1200);
  try {
    await page.click("#members tbody button");
    await sees(page, "a starved group shows the measured delay", () => {
      const found = /election timeout in force\s+\d+ to \d+ ms, measured delay (\d+) ms/.exec(document.getElementById("chosen").innerText);
      return found && Number(found[1]) > 500;
    });
    await page.evaluate(() => [...document.querySelectorAll("#chosen dt")]
      .find(it => it.textContent === "election timeout in force").scrollIntoView({ block: "center" }));
    await picture(page, "console-starved");
  } finally {
    clearInterval(beat);
    await new Promise(resolve => setTimeout(resolve, 1200));
    await page.keyboard.press("Escape");
    await page.evaluate(() => scrollTo(0, 0));
  }
  await sees(page, "it is live again", () => document.getElementById("status").textContent === "Live");
}

async function killLeader(page, servers) {
  const leader = await page.evaluate(() =>
    [...document.querySelectorAll("#members tbody tr")].find(it => it.children[1].textContent === "leader").querySelector("button").title);
  const killed = servers.find(it => it.member === leader);
  check("the server with the page does not lead", killed !== servers[0]);
  killed.kill("SIGKILL");
  await killed.ended;
  await sees(page, "the killed leader does not answer", cellIs, leader, "Role", "^no answer$");
  await sees(page, "it keeps its name", cellIs, leader, "Member", `^${NAMES[servers.indexOf(killed)]}$`);
  await sees(page, "another member leads, since a moment", old => {
    const row = [...document.querySelectorAll("#members tbody tr")].find(it => /leader/.test(it.children[1].textContent));
    return row && row.querySelector("button").title !== old && /^\d\d:\d\d:\d\d \(\d+ s\)$/.test(row.querySelector("[data-label='Leader since']").textContent);
  }, leader);
  await sees(page, "the log tells who leads now", () =>
    [...document.querySelectorAll("#log li")].filter(it => /leads in term/.test(it.textContent)).length >= 2);
  await picture(page, "console");
  const number = servers.indexOf(killed) + 1;
  servers[number - 1] = await group.server(number, "--name", NAMES[number - 1], ...patience);
  await sees(page, "it answers again", logHas, `member ${leader} answers again`);
}

async function keyboard(browser, url) {
  const page = await newPage(browser, url, { width: 1280, height: 900 });
  await sees(page, "the page for the keyboard is live", () => document.querySelectorAll("#members tbody tr").length === 3);
  const focused = () => page.evaluate(() => {
    const it = document.activeElement;
    const style = getComputedStyle(it);
    return { name: it.id || it.className || it.title || it.tagName, body: it === document.body,
      visible: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 };
  });
  const order = [];
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("Tab");
    const now = await focused();
    if (now.body || (order.length && now.name === order[0].name)) break;
    order.push(now);
  }
  const names = order.map(it => it.name);
  check("the first stop is the skip link", names[0] === "skip", names);
  check("every control is reached: recording, three members, graphs, log",
    names.includes("record") && names.filter(it => it.startsWith("urn:uuid:")).length === 3 && names.includes("span") && names.includes("log"), names);
  check("the keyboard is not trapped", order.length < 20, names);
  check("the focus is visible at every stop", order.every(it => it.visible), order.filter(it => !it.visible));

  const goTo = async name => {
    for (let i = 0; i < 20; i++) {
      if ((await focused()).name === name) return;
      await page.keyboard.press("Tab");
    }
    check(`${name} is reached`, false);
  };
  const member = names.find(it => it.startsWith("urn:uuid:"));
  await goTo("skip");
  await page.keyboard.press("Enter");
  check("the skip link leads to the members", (await focused()).name === "members");
  await goTo(member);
  await page.keyboard.press("Enter");
  check("the properties have the focus", (await focused()).name === "chosen-title");
  await sees(page, "the properties show the election timeout", id => {
    const text = document.getElementById("chosen").innerText;
    return text.includes(id) && text.includes("election timeout") && text.includes("last entry synced");
  }, member);
  await page.keyboard.press("Escape");
  check("the focus is back at the member", (await focused()).name === member);
  await goTo("record");
  await page.keyboard.press("Enter");
  await sees(page, "the recording runs", () => document.getElementById("record").textContent === "Stop recording"
    && document.getElementById("recorded").textContent.startsWith("Recording to "));
  await sees(page, "the log tells of the recording", logHas, "recording to ");
  await new Promise(resolve => setTimeout(resolve, 4000));
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  check("nothing moves with reduced motion",
    await page.evaluate(() => getComputedStyle(document.querySelector(".dot")).animationName) === "none");
  await page.keyboard.press("Space");
  await sees(page, "the recording has ended", () => document.getElementById("record").textContent === "Start recording"
    && /^Recorded 5 files/.test(document.getElementById("recorded").textContent));
  check("the keyboard page has no errors", page.problems.length === 0, page.problems);
  await page.close();
}

function recorded(servers) {
  const [made] = fs.readdirSync(recordings);
  const files = fs.readdirSync(path.join(recordings, made)).sort();
  const wanted = ["events.csv", "group.csv", ...servers.map(it => `member-${it.member.replace("urn:uuid:", "")}.csv`)].sort();
  check("there is a file for each member", JSON.stringify(files) === JSON.stringify(wanted), files);
  const rows = fs.readFileSync(path.join(recordings, made, wanted.find(it => it.startsWith("member"))), "utf8").trim().split("\r\n");
  check("each second has a row", rows.length >= 3 && rows[0].startsWith("time,id,role"), rows.length);
}

async function phone(browser, url) {
  const page = await newPage(browser, url, { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 1 });
  await sees(page, "the page for the phone is live", () => document.querySelectorAll("#members tbody tr").length === 3
    && document.querySelector("#graphs polyline") !== null);
  check("no word of a table is broken on a phone", (await page.evaluate(brokenWords)).length === 0, await page.evaluate(brokenWords));
  check("nothing is wider than a phone", await page.evaluate(() => document.documentElement.scrollWidth <= 390),
    await page.evaluate(() => document.documentElement.scrollWidth));
  check("what is touched is large enough", await page.evaluate(() =>
    [...document.querySelectorAll("button, select")].filter(it => it.offsetParent).every(it => it.offsetHeight >= 40)));
  await accessible(page, "on a phone");
  await picture(page, "console-phone");
  check("the phone page has no errors", page.problems.length === 0, page.problems);
  await page.close();
}

async function dark(browser, url) {
  const page = await newPage(browser, url, { width: 1180, height: 800 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await sees(page, "the page in the dark is live", () => document.querySelectorAll("#members tbody tr").length === 3
    && document.querySelector("#graphs polyline") !== null);
  const colours = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]
    .map(it => it.match(/\d+/g).map(Number).reduce((a, b) => a + b)));
  check("it is dark with light text", colours[0] < 120 && colours[1] > 600, colours);
  await page.click("#members tbody button");
  await accessible(page, "in the dark");
  await picture(page, "console-dark");
  await page.close();
}

// Names that are HTML, and nodes of a gateway, as a console may send them.
async function names(browser, url) {
  const nasty = "<img src=x onerror=\"document.title='hacked'\">";
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  const member = { id: nasty, role: nasty, standing: nasty, address: nasty, term: 1, committed: 1, applied: 1, problems: [nasty], properties: [[nasty, nasty]] };
  const node = requests => ({ name: `web.example:80 ${nasty}`, state: "live", cpuPerMille: 420, usedMemoryBytes: 3 << 20, totalMemoryBytes: 8 << 20, requests, lastRequest: 1700000000000, properties: [] });
  const state = (at, requests) => JSON.stringify({ run: "a", at, group: nasty, problems: [nasty], members: [member], nodes: [node(requests)], recording: { running: false, directory: nasty, files: 1, bytes: 1 } });
  page.on("request", request => request.url().includes("/events")
    ? request.respond({ contentType: "text/event-stream", body: `event: state\ndata: ${state(1700000000000, 10)}\n\n`
      + `event: state\ndata: ${state(1700000001000, 30)}\n\nevent: log\ndata: ${JSON.stringify({ number: 1, at: 1, kind: "join", text: nasty })}\n\n` })
    : request.continue());
  await page.goto(url);
  await sees(page, "a node has load, memory, requests and the last request", () => {
    const text = document.querySelector("#nodes tbody").textContent;
    return text.includes("42 %") && text.includes("3.0 MiB of 8.0 MiB") && text.includes("30") && /\d\d:\d\d:\d\d/.test(text);
  });
  await sees(page, "graphs show the load and the requests of a node", () =>
    [...document.querySelectorAll("#graphs svg.graph")].some(it => it.getAttribute("aria-label").includes("20/s")));
  await page.click("#members tbody button");
  check("names are shown as text", await page.evaluate(text => document.getElementById("log").textContent.includes(text)
    && document.getElementById("chosen").textContent.includes(text), nasty));
  check("names make no elements", await page.evaluate(() => document.querySelectorAll("img").length === 0 && !document.title.startsWith("hacked")));
  await page.close();
}

async function brokenConnection(page, servers, port) {
  servers[0].kill("SIGKILL");
  await servers[0].ended;
  await sees(page, "the page says that the connection is lost", () => /^Connection lost; values are of \d\d:\d\d:\d\d/.test(document.getElementById("status").textContent)
    && !document.getElementById("retry").hidden);
  servers[0] = await group.server(1, "--console", String(port), "--console-recordings", recordings, "--priority", "0", "--name", NAMES[0], ...patience);
  await sees(page, "the page connects again by itself", () => document.getElementById("status").textContent === "Live"
    && document.getElementById("retry").hidden);
}

async function main() {
  // Longer than a loaded machine may pause.
  const first = ["--expect", "3", ...patience];
  const servers = await Promise.all([
    group.server(1, ...first, "--name", NAMES[0], "--console", "0", "--console-recordings", recordings, "--priority", "0"),
    group.server(2, ...first, "--name", NAMES[1]), group.server(3, ...first, "--name", NAMES[2])]);
  const url = servers[0].page;
  check("the page is on loopback", new URL(url).hostname === "127.0.0.1", url);
  await strangers(url);
  const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const load = group.flotilla("load", ["insert", "--group", group.name, "-"]);
  load.stdout.resume();
  load.stdin.on("error", () => {});
  let line = 0;
  const pulse = setInterval(() => { for (let i = 0; i < 3 + line % 7; i++) load.stdin.write(`put\tlamp/${line++}\n`); }, 250);
  try {
    const page = await newPage(browser, url, { width: 1180, height: 800 });
    await members(page, servers);
    await joinAndLeave(page);
    await trouble(page, servers);
    await killLeader(page, servers);
    await accessible(page, "in the light");
    await phone(browser, url);
    await dark(browser, url);
    await keyboard(browser, url);
    recorded(servers);
    await names(browser, url);
    check("the page has no errors", page.problems.length === 0, page.problems);
    await brokenConnection(page, servers, new URL(url).port);
  } finally {
    clearInterval(pulse);
    await browser.close();
  }
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => { killAll(); process.exit(143); });
main().catch(e => { console.error(e); checks++; }).finally(() => {
  killAll();
  console.log(`RUN ${passed}/${checks}`);
  process.exit(passed === checks ? 0 : 1);
});
