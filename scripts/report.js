// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// report -- the parts of a report that move: links by cycle, and the way of one packet.
"use strict";

for (const section of document.querySelectorAll("section.run")) {
  const element = section.querySelector("script.run-data");
  if (element)
    show(section, JSON.parse(element.textContent));
}

function show(section, run) {
  const find = (name) => section.querySelector("." + name);
  const slider = find("cycle"), number = find("packet"), sum = find("sum");
  const paths = linkPaths(find("drawing"));
  const name = (s) => run.names[s];
  const link = (s, port) => s + ">" + run.far[s + "." + port];
  const byCycle = Array.from({length: run.cycles}, () => []);
  const byPacket = new Map();
  for (const crossing of run.crossings) {
    byCycle[crossing[0]].push(crossing);
    if (!byPacket.has(crossing[3]))
      byPacket.set(crossing[3], []);
    byPacket.get(crossing[3]).push(crossing);
  }

  function paint(loads, most) {
    for (const [key, path] of paths) {
      const load = loads.get(key) || 0;
      path.style.strokeWidth = load ? 2 + 3 * load / most : "";
      path.style.stroke = load ? `hsl(${215 - 200 * load / most} 75% 42%)` : "";
    }
  }

  function cycle() {
    const t = Number(slider.value), loads = new Map();
    const from = sum.checked ? 0 : t;
    for (let i = from; i <= t; i++)
      for (const [, s, port] of byCycle[i])
        loads.set(link(s, port), (loads.get(link(s, port)) || 0) + 1);
    paint(loads, Math.max(1, ...loads.values()));
    find("at").textContent = t;
    const list = byCycle[t].map(([, s, port, packet]) =>
      `packet ${packet}: ${name(s)} by port ${port} to ${name(run.far[s + "." + port])}`);
    find("crossing").textContent = list.length === 0 ? "Nothing crosses a link." :
      list.slice(0, 12).join("; ") +
      (list.length > 12 ? `; and ${list.length - 12} more` : "") + ".";
  }

  function way() {
    const p = Number(number.value), of = run.packets[p], loads = new Map();
    if (!of)
      return;
    const rows = byPacket.get(p) || [];
    for (const [, s, port] of rows)
      loads.set(link(s, port), 1);
    paint(loads, 1);
    let last = of[0];
    const body = find("way");
    body.textContent = "";
    for (const [t, s, port] of rows) {
      const row = body.insertRow();
      for (const text of [t, name(s), port, name(run.far[s + "." + port]), t - last - 1])
        row.insertCell().textContent = text;
      last = t;
    }
    find("journey").textContent = `Packet ${p} goes from terminal ${of[1]} to ` +
      (of[2] === null ? "all" : `terminal ${of[2]}`) + `: offered in cycle ${of[0]}, ` +
      (of[3] === null ? "not arrived." : `arrived in cycle ${of[3]} after ${of[4]} hops.`);
  }

  let timer = null;
  find("play").addEventListener("click", () => {
    if (timer) {
      clearInterval(timer);
      timer = null;
    } else {
      timer = setInterval(() => {
        slider.value = (Number(slider.value) + 1) % run.cycles;
        cycle();
      }, 300);
    }
    find("play").textContent = timer ? "Stop" : "Play";
  });
  slider.addEventListener("input", cycle);
  sum.addEventListener("change", cycle);
  number.addEventListener("input", way);
  const busiest = byCycle.reduce((best, of, t) => of.length > byCycle[best].length ? t : best, 0);
  slider.value = busiest;
  find("moving").hidden = false;
  way();
  cycle();
}

// "switch>switch" -> the line of that link; the title of a line names its ends, in each direction.
function linkPaths(drawing) {
  const found = new Map(), names = new Map();
  for (const [index, text] of JSON.parse(drawing.dataset.names).entries())
    names.set(text, index);
  for (const title of drawing.querySelectorAll("svg path > title"))
    for (const part of title.textContent.split("; ")) {
      const ends = /^(\S+) by (.+?) to (\S+?)(:|$)/.exec(part);
      if (ends && names.has(ends[1]) && names.has(ends[3]))
        found.set(names.get(ends[1]) + ">" + names.get(ends[3]), title.parentNode);
    }
  return found;
}
