// News for the pages of a browser. One tab holds a stream and passes its news to the other tabs. News only says that there
// is something new: each page fetches it. Pages that the stream does not cover poll.
const ADDRESS = "/stream";
const ACCOUNT = "account";
const FIRST = 1; // Seconds until a stream that has ended is opened again; doubled at each failure.
const SLOWEST = 60;
const GATHER = 100; // Milliseconds to wait for the tabs to say what they follow.
const MOST = 20; // The most matches in one stream.

const uses = new Map(); // Topic (a match or the account) -> the functions of this page that get its news.
const newest = new Map(); // Topic -> the last news, in the tab that holds the stream.
let wanted = new Set(); // The topics that all tabs follow, in that tab.
let covered = new Set(); // The topics that the stream covers now.
let tabs = null;
let source = null;
let holds = false;
let timer = null;
let wait = FIRST;
let leaveLock = null;

// `use` gets all news of the topic, and null when the stream no longer covers it: then the page polls.
function follow(topic, use) {
  uses.set(topic, [...(uses.get(topic) ?? []), use]);
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
  if (topic && covered.has(topic)) pass(topic, news);
}

const pass = (topic, news) => uses.get(topic)?.forEach((use) => use(news));

function want() {
  if (holds) add([...uses.keys()]);
  else if (uses.size) send({ wants: [...uses.keys()] });
}

function cover(now) {
  const lost = [...covered].filter((topic) => !now.has(topic));
  covered = now;
  for (const topic of lost) pass(topic, null);
}

// Repeats the last news if the stream covers all these topics. Otherwise opens the stream anew.
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
  const keep = (topic, news) => {
    newest.set(topic, news);
    tell({ topic, news });
  };
  on("covers", ({ matches, account }) => {
    wait = FIRST;
    newest.clear();
    tell({ covers: account ? [...matches, ACCOUNT] : matches });
  });
  on("match", (news) => keep(news.match, news));
  on("account", (news) => keep(ACCOUNT, news));
  source.onerror = end;
}

// Opens the stream again after a random pause. EventSource alone would do so at once, in all browsers together.
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
  navigator.locks.request("stream", { signal: waiting.signal }, hold).catch(() => { /* The reader left the page before it got the lock. */ });
  want();
}

// When the reader leaves the page, another tab can hold the stream. If they come back, the page begins again.
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
