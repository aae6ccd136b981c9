// News for the pages of a browser: one tab holds a stream and tells the others. It says that there is something new, and
// each page fetches that. Pages that it does not tell ask for themselves, as they do where there is no stream.
const ADDRESS = "/stream";
const ACCOUNT = "account";
const FIRST = 1; // Seconds until a stream that has ended is opened again; longer each time that it is refused.
const SLOWEST = 60;
const GATHER = 100; // Milliseconds in which tabs say what they follow.
const MOST = 20; // Matches that a stream tells of.

const uses = new Map(); // What this page follows: a match or the account, and what to do with news of it.
const newest = new Map(); // The last news of each, in the tab that holds the stream.
let wanted = new Set(); // What all tabs follow, in that tab.
let covered = new Set(); // What the stream tells of now.
let tabs = null;
let source = null;
let holds = false;
let timer = null;
let wait = FIRST;
let leaveLock = null;

// `use` gets each news, and null when there will be none: then the page asks for itself.
function follow(topic, use) {
  uses.set(topic, use);
  if (tabs) want();
}

const isTold = (topic) => covered.has(topic);

const send = (message) => tabs.postMessage(message);

function tell(message) {
  send(message);
  hear(message);
}

function hear({ wants, asks, covers, topic, news }) {
  if (wants && holds) add(wants);
  if (asks && !holds) want();
  if (covers) cover(new Set(covers));
  if (topic && covered.has(topic)) uses.get(topic)?.(news);
}

function want() {
  if (holds) add([...uses.keys()]);
  else if (uses.size) send({ wants: [...uses.keys()] });
}

function cover(now) {
  const lost = [...covered].filter((topic) => !now.has(topic));
  covered = now;
  for (const topic of lost) uses.get(topic)?.(null);
}

// Who follows what is told already hears how it stands. For all else the stream is opened anew.
function add(topics) {
  for (const topic of topics) wanted.add(topic);
  if (!topics.every(isTold)) return timer === null && later(GATHER);
  send({ covers: [...covered] });
  for (const topic of topics) if (newest.has(topic)) send({ topic, news: newest.get(topic) });
}

function later(milliseconds) {
  timer = setTimeout(open, milliseconds);
}

function open() {
  timer = null;
  if (!wanted.size) return;
  source?.close();
  const matches = [...wanted].filter((topic) => topic !== ACCOUNT).slice(-MOST);
  source = new EventSource(`${ADDRESS}?${new URLSearchParams(matches.map((id) => ["match", id]))}`);
  const on = (name, use) => source.addEventListener(name, ({ data }) => use(JSON.parse(data)));
  const pass = (topic, news) => {
    newest.set(topic, news);
    tell({ topic, news });
  };
  on("covers", ({ matches: told, account }) => {
    wait = FIRST;
    newest.clear();
    tell({ covers: account ? [...told, ACCOUNT] : told });
  });
  on("match", (news) => pass(news.match, news));
  on("account", (news) => pass(ACCOUNT, news));
  source.onerror = end;
}

// The browser would open it again by itself, and all browsers at the same moment.
function end() {
  source.close();
  source = null;
  wanted = new Set(uses.keys());
  tell({ covers: [] });
  send({ asks: true });
  clearTimeout(timer);
  later(wait * 1000 * (0.5 + Math.random()));
  wait = Math.min(wait * 2, SLOWEST);
}

function begin() {
  if (tabs || !globalThis.BroadcastChannel || !globalThis.EventSource || !navigator.locks) return;
  tabs = new BroadcastChannel("stream");
  tabs.onmessage = ({ data }) => hear(data);
  const waiting = new AbortController();
  const hold = () => new Promise((resolve) => {
    if (waiting.signal.aborted) return resolve();
    leaveLock = resolve;
    holds = true;
    wanted = new Set(uses.keys());
    send({ asks: true });
    later(GATHER);
  });
  leaveLock = () => waiting.abort();
  navigator.locks.request("stream", { signal: waiting.signal }, hold).catch(() => { /* The page was left before. */ });
  want();
}

// A page that is left lets another tab hold the stream, and begins again if its reader comes back to it.
function leave() {
  if (!tabs) return;
  clearTimeout(timer);
  source?.close();
  if (holds) send({ covers: [] });
  tabs.close();
  [tabs, source, holds, timer, covered] = [null, null, false, null, new Set()];
  leaveLock();
}

addEventListener("pagehide", leave);
addEventListener("pageshow", ({ persisted }) => persisted && begin());
begin();
globalThis.pageNews = { follow, isTold };
