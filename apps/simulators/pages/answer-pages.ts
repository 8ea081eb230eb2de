import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerAsset, PAGE_HEADERS, wantsPage } from '#platform/pages';
import { BadRequest } from '../server/control-input.js';
import type { Delivery, DeliveryLog, NewestFilter } from '../server/delivery-log.js';
import { isProvider, PROVIDERS } from '../server/providers.js';
import { htmlOf } from '../reports/mail-html.js';
import { wordsOf } from '../shown/clip.js';
import type { LiveDeliveries } from './live-deliveries.js';
import { deliveriesPage, homePage, type HomeState } from './pages.js';
import { showDelivery } from './show-delivery.js';
import type { ShownPage } from '../shown/shown.types.js';

const PAGE_SIZE = 50;
const MAX_FILTER = 200;
const MAX_SENDERS = 20;
/**
 * The policy of a mail's HTML: its own styles, no script, no other source. An empty `sandbox` forbids scripts, forms,
 * pop-ups and the origin, also where the mail is opened by itself (CSP Level 3, section 6.4.2).
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

export interface PageSources {
  log: DeliveryLog;
  live: LiveDeliveries;
  /** Kinds of reports by hand for a delivery. */
  reportsOf: (delivery: Delivery) => string[];
  /** @param base  the control API by the address that the browser uses */
  home: (base: string) => HomeState;
}

/**
 * Answers the requests of people and of their pages: `/` and `/deliveries` where a browser asks for them,
 * `/deliveries/newest`, `/deliveries/live`, `/deliveries/SEQ/html` and the files of the pages.
 *
 * @returns false when it is none of them; the response is then untouched
 * @throws BadRequest
 */
export async function answerPages(
  { log, live, reportsOf, home }: PageSources,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: URL,
): Promise<boolean> {
  const sendPage = (text: string): true => {
    response.writeHead(200, PAGE_HEADERS).end(request.method === 'HEAD' ? undefined : text);
    return true;
  };
  if (pathname === '/' && wantsPage(request)) {
    return sendPage(homePage(home(`http://${request.headers.host}`)));
  }
  if (pathname === '/deliveries' && wantsPage(request)) {
    return sendPage(deliveriesPage());
  }
  if (request.method === 'GET' && pathname === '/deliveries/newest') {
    sendJson(response, await readNewest({ log, reportsOf }, searchParams));
    return true;
  }
  if (request.method === 'GET' && pathname === '/deliveries/live') {
    const after = request.headers['last-event-id'] ?? searchParams.get('after') ?? String(log.newestSeq);
    if (!live.serve(response, readFilter(searchParams), readSeq(String(after), 'after'))) {
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '30' });
      response.end('{"error":"too many pages listen"}');
    }
    return true;
  }
  const mail = /^\/deliveries\/(\d{1,15})\/html$/.exec(pathname)?.[1];
  if (request.method === 'GET' && mail !== undefined) {
    await sendMail(log, Number(mail), readFilter(searchParams), response);
    return true;
  }
  return answerAsset(pathname, request, response);
}

async function readNewest(
  { log, reportsOf }: Pick<PageSources, 'log' | 'reportsOf'>,
  query: URLSearchParams,
): Promise<ShownPage & { newest: number }> {
  const before = query.get('before');
  const newest = log.newestSeq;
  const page = await log.newestFirst({
    ...readFilter(query),
    before: before === null ? newest + 1 : readSeq(before, 'before'),
    limit: PAGE_SIZE,
  });
  const deliveries = page.deliveries.map((delivery) => ({ ...showDelivery(delivery), reports: reportsOf(delivery) }));
  return { ...page, deliveries, newest };
}

async function sendMail(log: DeliveryLog, seq: number, filter: NewestFilter, response: ServerResponse): Promise<void> {
  const [delivery] = (await log.newestFirst({ ...filter, after: seq - 1, before: seq + 1, limit: 1 })).deliveries;
  const content = delivery && htmlOf(delivery);
  response.writeHead(content === undefined ? 404 : 200, {
    ...PAGE_HEADERS,
    'Content-Security-Policy': MAIL_POLICY,
    'X-Frame-Options': 'SAMEORIGIN',
  });
  response.end(content ?? 'The log has no HTML of this mail any more.');
}

function readFilter(query: URLSearchParams): NewestFilter {
  const [provider, address, text] = ['provider', 'address', 'text'].map((name) => query.get(name)?.trim() ?? '');
  const senders = query.getAll('sender');
  const faults = [
    ...(senders.length > MAX_SENDERS || senders.some((sender) => sender.length > MAX_FILTER)
      ? [`sender may be given ${MAX_SENDERS} times, with at most ${MAX_FILTER} characters`]
      : []),
    ...(provider && !isProvider(provider) ? [`provider must be one of ${PROVIDERS.join(', ')}`] : []),
    ...[
      ['address', address],
      ['text', text],
    ].flatMap(([name, value]) =>
      (value ?? '').length > MAX_FILTER ? [`${name} must have at most ${MAX_FILTER} characters`] : [],
    ),
  ];
  if (faults.length > 0) {
    throw new BadRequest(faults);
  }
  const words = text?.toLowerCase();
  return {
    ...(provider && isProvider(provider) && { provider }),
    ...(senders.length > 0 && { senders: new Set(senders) }),
    ...(address && { address }),
    ...(words && { matches: (payload) => wordsOf(payload).toLowerCase().includes(words) }),
  };
}

function readSeq(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new BadRequest([`${name} must be the number of a delivery`]);
  }
  return Number(text);
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(JSON.stringify(value));
}
