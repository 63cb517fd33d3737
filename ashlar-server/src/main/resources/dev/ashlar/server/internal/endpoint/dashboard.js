// SPDX-License-Identifier: Apache-2.0
"use strict";

const $ = (id) => document.getElementById(id);
const SECONDS = 120;
const past = { messagesPerSecond: [], refusedPerSecond: [], p99Ms: [] };
let token = sessionStorage.getItem("token");

function show(id, text) {
  if ($(id).textContent !== text) {
    $(id).textContent = text;
  }
}

function count(n) {
  return Math.round(n).toLocaleString("en-US");
}

function size(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  while (bytes >= 1024 && i < units.length - 1) {
    bytes /= 1024;
    i++;
  }
  return (i === 0 ? Math.round(bytes) : bytes.toFixed(1)) + " " + units[i];
}

function time(ms) {
  if (ms === null || ms === undefined) {
    return "–";
  }
  return ms < 1 ? Math.round(ms * 1000) + " µs" : ms < 1000 ? ms.toFixed(1) + " ms" : (ms / 1000).toFixed(2) + " s";
}

function span(seconds) {
  const h = Math.floor(seconds / 3600);
  const m = Math.floor(seconds / 60) % 60;
  return "up " + (h > 0 ? h + " h " : "") + (m > 0 || h > 0 ? m + " min " : "") + seconds % 60 + " s";
}

function plot(id, name, value) {
  const values = past[name];
  values.push(value === null ? 0 : value);
  if (values.length > SECONDS) {
    values.shift();
  }
  const most = Math.max(...values) || 1;
  const step = 120 / (SECONDS - 1);
  const first = SECONDS - values.length;
  $(id).firstElementChild.setAttribute("d", values.map((v, i) =>
    (i === 0 ? "M" : "L") + ((first + i) * step).toFixed(1) + " " + (34 - 32 * v / most).toFixed(1)).join(""));
}

function cell(row, text) {
  row.insertCell().textContent = text;
}

function draw(s) {
  show("state", s.state);
  $("state").className = "state " + s.state;
  show("uptime", span(s.uptimeSeconds));
  show("depth", count(s.depth));
  show("limit", count(s.limit));
  show("oldest", time(s.oldestMs));
  const part = Math.min(1, s.depth / s.limit);
  $("fill").style.transform = "scaleX(" + part + ")";
  $("fill").className = part >= 0.7 ? "high" : "";
  show("messages", count(s.messagesPerSecond));
  show("requests", count(s.requestsPerSecond));
  show("bytes", size(s.bytesPerSecond));
  show("refused", count(s.refusedPerSecond));
  show("p50", time(s.p50Ms));
  show("p99", time(s.p99Ms));
  show("p999", time(s.p999Ms));
  show("max", time(s.maxMs));
  show("held", size(s.heldBytes));
  show("heldLimit", size(s.heldLimit));
  show("connections", count(s.connections));
  show("tcp", count(s.tcpConnections));
  show("streams", count(s.streams));
  const reasons = Object.entries(s.refused).map(([reason, n]) => reason.replaceAll("_", " ") + " " + count(n));
  show("reasons", reasons.length === 0 ? "none since the start" : "since the start: " + reasons.join(", "));
  plot("acceptedPlot", "messagesPerSecond", s.messagesPerSecond);
  plot("refusedPlot", "refusedPerSecond", s.refusedPerSecond);
  plot("latencyPlot", "p99Ms", s.p99Ms);
  if (s.tables.length > 0) {
    const body = document.createElement("tbody");
    body.id = "tables";
    for (const table of s.tables) {
      const row = body.insertRow();
      cell(row, table.name);
      cell(row, count(table.rows));
      cell(row, count(table.rowsPerSecond));
      cell(row, size(table.bytes));
    }
    $("tables").replaceWith(body);
  }
  $("alerts").replaceChildren(...s.alerts.map((alert) => {
    const box = document.createElement("div");
    const name = document.createElement("b");
    name.textContent = alert.name;
    box.append(name, " " + alert.text + " (since " + new Date(alert.since).toLocaleTimeString() + ")");
    return box;
  }));
}

function askForToken(why) {
  $("access").hidden = false;
  $("denied").textContent = why;
  $("token").focus();
}

// Not an EventSource, which cannot carry a token.
async function follow() {
  const answer = await fetch("/live", { headers: token ? { Authorization: "Bearer " + token } : {} });
  if (answer.status === 401) {
    askForToken(token ? "That was not it." : "");
    return false;
  }
  if (!answer.ok) {
    throw new Error("status " + answer.status);
  }
  $("access").hidden = true;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return true;
    }
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = text.slice(0, end).split("\n").find((line) => line.startsWith("data: "));
      text = text.slice(end + 2);
      if (data) {
        draw(JSON.parse(data.slice(6)));
      }
    }
  }
}

async function run() {
  for (;;) {
    try {
      if (!await follow()) {
        return;
      }
    } catch (e) {
      // The gateway is gone, or busy: it is asked again.
    }
    show("state", "connection lost");
    $("state").className = "state lost";
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

$("access").addEventListener("submit", (event) => {
  event.preventDefault();
  token = $("token").value;
  sessionStorage.setItem("token", token);
  run();
});
run();
