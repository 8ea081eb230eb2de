import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import { isJsonObject } from '#platform/collections';
import { answerHealth, createRegistry } from '#platform/health';
import { answerPages, type PageSources } from './pages/answer-pages.js';
import { LiveDeliveries } from './pages/live-deliveries.js';
import type { DeliveryReports } from './reports/delivery-reports.js';
import { BadRequest } from './server/control-input.js';
import type { Endpoints } from './server/endpoints.types.js';
import type { SimulatorContext } from './server/exchange.js';
import { readFaultPlan } from './server/fault-plan.js';
import type { KnownCredentials } from './server/known-credentials.js';
import { isForAnotherSite, namesThisServer } from './server/own-requests.js';
import { isProvider, PROVIDERS, type Provider } from './server/providers.js';
import { Sockets, type Listening } from './server/sockets.js';
import { serveAutopush } from './web-push/autopush-server.js';
import type { Autopush } from './web-push/autopush.js';
import { PUSH_SERVICES } from './web-push/push-flavours.js';
import type { Subscriptions } from './web-push/subscriptions.js';
import type { WebhookReceiver } from './webhooks/webhook-receiver.js';

const MAX_BODY = 1024 * 1024;
const MAX_SUBSCRIPTIONS = 100_000;
const DEFAULT_PAGE = 100;
const MAX_PAGE = 10_000;

export interface ControlOptions {
  /** The name that clients use. */
  host: string;
  bind: string;
  port: number;
  context: SimulatorContext;
  endpoints: Endpoints;
  subscriptions: Subscriptions;
  autopush: Autopush;
  webhooks: WebhookReceiver;
  credentials: KnownCredentials;
  reports: DeliveryReports;
  /** Clears the log, counts, duplicates and everything else about messages. */
  clearAll: () => void;
  /** Actions of providers, by path: `POST` with a body. */
  actions: Record<string, (input: unknown) => Promise<unknown>>;
}

type Handler = (request: { query: URLSearchParams; input: unknown }) => unknown;

/**
 * The control API: plain HTTP, all bodies JSON.
 *
 * - `GET /endpoints`; `GET /counts`; `GET /deliveries?provider=&token=&after=&limit=`; `GET /duplicates?provider=`;
 *   `DELETE /deliveries`; `GET` and `PUT /faults`; `GET /arrivals?sender=&after=&limit=`; `GET` and `PUT /mode`; `POST /subscriptions`, `/inbound-sms`, `/bounces`, `/reports`
 * - `PUT /credentials`: the only ones that providers accept
 * - `GET /live-calls`; `POST /live-answer`: questions for live data, and the answer to the next ones
 * - `GET /hook-calls`; `POST /hook-answers`: received webhooks, and the responses to the next ones
 * - for people: `GET /` and `GET /deliveries` as pages where a browser asks; their files and data: see `answerPages`
 * - WebSocket `/autopush`: the push server of a browser
 * - `GET /health/live`, `/health/ready`, `/metrics`
 *
 * Only programs and pages of this machine may use it: see `namesThisServer`.
 */
export async function listenControl(options: ControlOptions): Promise<Listening> {
  const routes = makeRoutes(options);
  const health = { ready: async () => ({ isReady: true, checks: [] }), registry: makeRegistry(options.context) };
  const pages = makePages(options);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://control');
    const isProbe = url.pathname.startsWith('/health/');
    if (!isProbe && (!namesThisServer(request, options.host) || isForAnotherSite(request))) {
      send(response, 403, { error: 'pages of other sites have no access' });
      return;
    }
    answerHealth(url.pathname, response, health)
      .then((answered) => answered || answerPages(pages, request, response, url))
      .then((answered) => (answered ? undefined : serve(routes, request, response, url)))
      .catch((error: unknown) => {
        if (error instanceof BadRequest) {
          send(response, 400, { error: 'bad request', faults: error.faults });
        } else {
          send(response, 500, { error: 'internal error' });
        }
      });
  });
  serveAutopush(server, options.autopush, (request) => namesThisServer(request, options.host));
  const sockets = new Sockets(server);
  const port = await sockets.listen(options.port, options.bind);
  return { port, close: () => sockets.close() };
}

function makePages({ context, endpoints, reports }: ControlOptions): PageSources {
  return {
    log: context.log,
    live: new LiveDeliveries(context.log),
    reportsOf: (delivery) => reports.kindsOf(delivery),
    home: (base) => ({
      counts: context.log.counts(),
      endpoints,
      faults: [context.faults.current, ...context.faults.listNamed()].flatMap(({ rules }) => rules),
      base,
    }),
  };
}

function makeRoutes({
  context,
  endpoints,
  subscriptions,
  webhooks,
  credentials,
  clearAll,
  actions,
}: ControlOptions): Record<string, Record<string, Handler>> {
  const { faults, log } = context;
  const acting = Object.entries(actions).map(([path, act]): [string, Record<string, Handler>] => [
    path,
    { POST: ({ input }) => act(input) },
  ]);
  return {
    ...Object.fromEntries(acting),
    '/endpoints': { GET: () => endpoints },
    '/counts': { GET: () => log.counts() },
    '/deliveries': {
      GET: ({ query }) => {
        const provider = readProvider(query);
        const token = query.get('token');
        return log.page({
          ...(provider && { provider }),
          ...(token !== null && { token }),
          after: readInteger(query.get('after'), 'after', 0, Number.MAX_SAFE_INTEGER, 0),
          limit: readInteger(query.get('limit'), 'limit', 1, MAX_PAGE, DEFAULT_PAGE),
        });
      },
      DELETE: () => {
        clearAll();
        return { cleared: true };
      },
    },
    '/credentials': { PUT: ({ input }) => credentials.set(input) },
    '/hook-calls': { GET: () => ({ calls: webhooks.calls() }) },
    '/live-calls': { GET: () => ({ calls: webhooks.live.calls() }) },
    '/duplicates': { GET: ({ query }) => ({ duplicates: log.duplicates(readProvider(query)) }) },
    '/arrivals': {
      GET: ({ query }) =>
        log.arrivals(new Set(query.getAll('sender')), {
          after: readInteger(query.get('after'), 'after', 0, Number.MAX_SAFE_INTEGER, 0),
          limit: readInteger(query.get('limit'), 'limit', 1, MAX_PAGE, DEFAULT_PAGE),
        }),
    },
    '/faults': {
      GET: () => {
        const named = faults.listNamed();
        return { ...faults.current, ...(named.length > 0 && { named }) };
      },
      PUT: ({ input }) => {
        const read = readFaultPlan(input);
        if ('faults' in read) {
          throw new BadRequest(read.faults);
        }
        if (read.named) {
          faults.setNamed(read.named.name, read.plan, read.named.seconds);
          return { ...read.named, ...read.plan };
        }
        faults.set(read.plan);
        return faults.current;
      },
    },
    '/mode': {
      GET: () => ({ store: log.storing, containing: log.containing }),
      PUT: ({ input }) => {
        if (!isJsonObject(input) || typeof input.store !== 'boolean') {
          throw new BadRequest(['store must be true or false']);
        }
        if (input.containing !== undefined && (typeof input.containing !== 'string' || input.containing === '')) {
          throw new BadRequest(['containing must be a text']);
        }
        log.storing = input.store;
        log.containing = input.containing;
        return { store: log.storing, containing: log.containing };
      },
    },
    '/subscriptions': {
      POST: ({ input }) => {
        const requested = isJsonObject(input) && typeof input.count === 'number' ? String(input.count) : '';
        const count = readInteger(requested, 'count', 1, MAX_SUBSCRIPTIONS);
        const { host, port } = endpoints.webpush;
        const service = readPushService(input);
        return { subscriptions: subscriptions.make(`https://${service ?? `${host}:${port}`}`, count) };
      },
    },
  };
}

/** The host of the push service that a request names; undefined: the simulator's own. */
function readPushService(input: unknown): string | undefined {
  const { service } = isJsonObject(input) ? input : {};
  if (service === undefined) {
    return undefined;
  }
  if (service !== 'apple' && service !== 'windows') {
    throw new BadRequest([`service must be one of ${Object.keys(PUSH_SERVICES).join(', ')}`]);
  }
  return PUSH_SERVICES[service].host;
}

async function serve(
  routes: Record<string, Record<string, Handler>>,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const methods = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
  if (methods === undefined) {
    send(response, 404, { error: 'unknown path', paths: Object.keys(routes) });
    return;
  }
  const method = request.method ?? '';
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handler === undefined) {
    response.setHeader('allow', Object.keys(methods).join(', '));
    send(response, 405, { error: 'unknown method', methods: Object.keys(methods) });
    return;
  }
  send(response, 200, await handler({ query: url.searchParams, input: await readBody(request) }));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) {
      chunks.push(chunk);
    }
  }
  if (size > MAX_BODY) {
    throw new BadRequest([`the body is larger than ${MAX_BODY} bytes`]);
  }
  if (size === 0) {
    return undefined;
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new BadRequest(['the body is not JSON']);
  }
}

function readProvider(query: URLSearchParams): Provider | undefined {
  const provider = query.get('provider');
  if (provider === null || provider === '') {
    return undefined;
  }
  if (!isProvider(provider)) {
    throw new BadRequest([`provider must be one of ${PROVIDERS.join(', ')}`]);
  }
  return provider;
}

function readInteger(text: string | null, name: string, low: number, high: number, absent?: number): number {
  if ((text === null || text === '') && absent !== undefined) {
    return absent;
  }
  const value = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (!(value >= low && value <= high)) {
    throw new BadRequest([`${name} must be an integer from ${low} to ${high}`]);
  }
  return value;
}

function makeRegistry(context: SimulatorContext): ReturnType<typeof createRegistry> {
  const registry = createRegistry('simulators');
  const gauge = new Gauge({
    name: 'herald_simulator_messages',
    help: 'Messages since the last clearing, by provider and by how they were answered',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
    collect() {
      for (const [provider, { accepted, rejected }] of Object.entries(context.log.counts())) {
        gauge.set({ provider, outcome: 'accepted' }, accepted);
        gauge.set({ provider, outcome: 'rejected' }, rejected);
      }
    },
  });
  return registry;
}

function send(response: ServerResponse, status: number, value: unknown): void {
  if (!response.headersSent) {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  }
  response.end(JSON.stringify(value));
}
