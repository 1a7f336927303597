// The engine in a web worker: Pyodide runs the sources of Starling, which are in starling.zip, with
// the libraries in packages.zip. The page sends its setup first, then messages.

import { loadPyodide } from "./python/pyodide.mjs";

// JavaScript Promise Integration: messages can arrive while Python runs.
const suspends = "Suspending" in WebAssembly;

const queue = [];
let arrived = () => {};
onmessage = (event) => {
  queue.push(event.data);
  arrived();
};

const host = {
  post: (text) => postMessage(JSON.parse(text)),
  waiting: () => (queue.length ? JSON.stringify(queue[0]) : ""),
  // Lets messages arrive while Python waits.
  pause: () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(0);
  }),
};

async function next() {
  if (!queue.length) await new Promise((done) => { arrived = done; });
  return queue.shift();
}

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

async function run() {
  const archives = ["packages.zip", "starling.zip"].map(fetched);
  const python = await loadPyodide({
    indexURL: new URL("python/", import.meta.url).href,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" }, // writing it takes longer
  });
  for (const archive of archives) {
    python.unpackArchive(await archive, "zip", { extractDir: "/starling" });
  }
  python.runPython("import sys; sys.path.insert(0, '/starling')");
  const { setup } = await next();
  const game = python.pyimport("engine.play.browser").begin(JSON.stringify(setup), host);
  game.begin();
  for (;;) {
    await host.pause();
    if (queue.length || !game.is_due()) game.answer(python.toPy(await next()));
    else if (suspends) await game.work.callPromising();
    else game.work();
  }
}

run().catch((error) => postMessage({ broken: String(error.message || error).trim().split("\n").at(-1) }));
