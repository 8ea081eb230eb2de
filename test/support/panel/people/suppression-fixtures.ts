import type { PanelSite } from '../panel-site.js';

const DAY_MS = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const idOf = (n: number, reason: string): string => `${n.toString(16).padStart(32, '0')}-${reason}`;

/** Entries of the list, as everyone sees them. */
export const SUPPRESSIONS = [
  { hint: 'j•••@example.com', reason: 'HARD_BOUNCE', addedAt: ago(1) },
  { hint: 'a•••@a-very-long-name-of-a-company-without-a-break.example.com', reason: 'COMPLAINT', addedAt: ago(3) },
  { hint: null, reason: 'UNSUBSCRIBED', addedAt: ago(400) },
].map((entry, n) => ({
  id: idOf(n + 1, entry.reason),
  address: null,
  forgotten: entry.hint === null,
  detail: null,
  ...entry,
}));

/** Entries of the list with their addresses. */
export const REVEALED = SUPPRESSIONS.map((entry, n) => ({
  ...entry,
  address: entry.hint === null ? null : `person-${n}@example.com`,
  detail: n === 0 ? '550 5.1.1 no such user' : null,
}));

const RECEIPT = {
  receiptId: '0e7c8a52-6d0e-4a51-9a0e-5f3c1e0a0001',
  erasedAt: ago(2),
  asked: 240,
  users: 238,
  counts: { 'users.app_user': 238, 'users.installation': 410, 'events.event_user': 12_904 },
};
const LIST = {
  receiptId: '0e7c8a52-6d0e-4a51-9a0e-5f3c1e0a0002',
  state: 'RUNNING',
  fault: null,
  by: 'Ada Lovelace',
  asked: 3700,
  repeated: 12,
  known: 3400,
  done: 1200,
  users: 1100,
  createdAt: ago(0),
  finishedAt: null,
};
const ENDED_LIST = {
  ...LIST,
  receiptId: RECEIPT.receiptId,
  state: 'FINISHED',
  repeated: 0,
  asked: 240,
  known: 238,
  done: 240,
  users: 238,
  createdAt: ago(2),
  finishedAt: ago(2),
};
const INBOX = [
  { status: 'UNREAD', title: 'Spring is here', text: 'Everything new in one place.', link: 'shop://spring' },
  { status: 'DELETED', title: 'November digest', text: 'Thirty pictures of a quiet month', link: null },
].map((message, n) => ({ ...message, piid: String(9001 - n), sentAt: ago(n * 3 + 1) }));

/** Answers of screens of people, beside the page of one person. */
export function answerPeople(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/erasures', { body: { items: [RECEIPT], granted: true, next: null } })
    .on('GET /apps/shop/erasures/lists', { body: { items: [LIST, ENDED_LIST] } })
    .on('GET /apps/shop/users/103/inbox', {
      body: { items: INBOX, counts: { read: 0, unread: 1, deleted: 1 }, masked: false, next: null },
    })
    .on('GET /apps/shop/suppressions', { body: { items: SUPPRESSIONS, masked: true, next: null } })
    .on('POST /apps/shop/suppressions/reveal', { body: { items: REVEALED, masked: false, next: null } })
    .on('POST /apps/shop/suppressions', { body: { added: 2 } })
    .on('POST /apps/shop/users/103/export', { body: { application: 'shop', extId: 'tomo' } });
}
