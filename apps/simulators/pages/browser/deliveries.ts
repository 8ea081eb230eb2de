import type { ShownDelivery, ShownPage } from '../../shown/shown.types.js';
import { drawDelivery } from './card.js';
import { make, part } from './dom.js';

/** Cards on the page; the oldest give way. */
const MAX_CARDS = 200;
/** Deliveries that wait while the page is paused. */
const MAX_WAITING = 200;
const TYPING_MS = 250;
const NAMES = ['provider', 'address', 'text'] as const;

const form = part('filter', HTMLFormElement);
const list = part('list', HTMLOListElement);
const live = part('live', HTMLElement);
const notice = part('notice', HTMLElement);
const empty = part('empty', HTMLElement);
const older = part('older', HTMLButtonElement);
const pause = part('pause', HTMLButtonElement);
const tallies = part('tallies', HTMLElement);

let stream: EventSource | undefined;
let isPaused = false;
let waiting: ShownDelivery[] = [];
/** Answers to an earlier filter are dropped. */
let round = 0;

function query(more: Record<string, string> = {}): string {
  const values = new FormData(form);
  const pairs = NAMES.flatMap((name): [string, string][] => {
    const value = values.get(name);
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? [] : [[name, text]];
  });
  return new URLSearchParams([...pairs, ...Object.entries(more)]).toString();
}

async function load(before?: number): Promise<void> {
  const current = before === undefined ? (round += 1) : round;
  const answer = await fetch(`/deliveries/newest?${query(before === undefined ? {} : { before: String(before) })}`);
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
  const page = (await answer.json()) as ShownPage & { newest: number };
  if (current !== round) {
    return;
  }
  if (before === undefined) {
    list.replaceChildren();
    waiting = [];
    say(notice, '');
    listen(page.newest);
  }
  list.append(...page.deliveries.map(drawDelivery));
  older.hidden = page.older === undefined || list.childElementCount >= MAX_CARDS;
  older.dataset.before = String(page.older ?? '');
  older.textContent = page.deliveries.length === 0 ? 'Look further back' : 'Older';
  showEmpty();
}

function listen(after: number): void {
  stream?.close();
  stream = new EventSource(`/deliveries/live?${query({ after: String(after) })}`);
  stream.addEventListener('open', () => setState(isPaused ? 'paused' : 'live'));
  stream.addEventListener('error', () => setState(stream?.readyState === EventSource.CLOSED ? 'closed' : 'away'));
  stream.addEventListener('delivery', ({ data }) => take(JSON.parse(String(data)) as ShownDelivery));
  stream.addEventListener('counts', ({ data }) =>
    showCounts(JSON.parse(String(data)) as Record<string, { accepted: number; rejected: number }>),
  );
  stream.addEventListener('missed', () =>
    say(notice, 'Too many came at once: some between these are left out. Reload to see the newest.'),
  );
  stream.addEventListener('cleared', () => {
    list.replaceChildren();
    waiting = [];
    older.hidden = true;
    showEmpty();
  });
}

function take(delivery: ShownDelivery): void {
  if (isPaused) {
    waiting = [...waiting, delivery].slice(-MAX_WAITING);
    pause.textContent = `Go on (${waiting.length}${waiting.length === MAX_WAITING ? '+' : ''} new)`;
    return;
  }
  if (list.querySelector(`[data-seq="${delivery.seq}"]`) === null) {
    const card = drawDelivery(delivery);
    card.classList.add('new');
    list.prepend(card);
  }
  while (list.childElementCount > MAX_CARDS) {
    list.lastElementChild?.remove();
  }
  showEmpty();
}

function showEmpty(): void {
  const isFiltered = query() !== '';
  const text = isFiltered
    ? 'Nothing in the log fits the filter so far.'
    : 'Nothing has arrived yet. Send something: it appears here at once.';
  say(empty, list.childElementCount === 0 ? text : '');
}

function showCounts(counts: Record<string, { accepted: number; rejected: number }>): void {
  const names = new Map(
    [...form.querySelectorAll('option')].map(({ value, textContent }) => [value, textContent ?? '']),
  );
  tallies.replaceChildren(
    ...Object.entries(counts).map(([provider, { accepted, rejected }]) =>
      make(
        'li',
        '',
        make('span', 'count', accepted.toLocaleString()),
        make(
          'span',
          'caption',
          `${names.get(provider) ?? provider}${rejected === 0 ? '' : `, ${rejected.toLocaleString()} rejected`}`,
        ),
      ),
    ),
  );
}

function setState(state: 'live' | 'paused' | 'away' | 'closed'): void {
  document.body.dataset.state = state;
  const texts = {
    live: 'Live',
    paused: 'Paused',
    away: 'The simulators do not answer, trying again',
    closed: 'Not live: too many pages listen. Close one and reload.',
  };
  live.textContent = texts[state];
}

function say(element: HTMLElement, text: string): void {
  element.textContent = text;
  element.hidden = text === '';
}

function reload(): void {
  const search = query();
  history.replaceState(null, '', search === '' ? location.pathname : `?${search}`);
  load().catch(() => setState('away'));
}

let typing: ReturnType<typeof setTimeout> | undefined;
form.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(reload, TYPING_MS);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(typing);
  reload();
});
older.addEventListener('click', () => {
  load(Number(older.dataset.before)).catch(() => setState('away'));
});
pause.addEventListener('click', () => {
  isPaused = !isPaused;
  setState(isPaused ? 'paused' : 'live');
  pause.textContent = isPaused ? 'Go on' : 'Pause';
  if (!isPaused) {
    const arrived = waiting;
    waiting = [];
    arrived.forEach(take);
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !(event.target instanceof HTMLInputElement) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    form.querySelector<HTMLInputElement>('[name=text]')?.focus();
  }
});

const asked = new URLSearchParams(location.search);
for (const name of NAMES) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
    field.value = asked.get(name === 'address' && !asked.has('address') ? 'token' : name) ?? '';
  }
}
load().catch(() => setState('away'));
