import { createServer } from 'node:https';
import type { Authority } from '#platform/authority';
import { isJsonObject } from '#platform/collections';
import { BadRequest } from '../server/control-input.js';
import { LiveDataServer } from './live-data.js';
import { Sockets, type Listening } from '../server/sockets.js';

/** A received request, with all that a receiver needs to check its signature. */
export interface ReceivedWebhook {
  at: number;
  headers: Record<string, string>;
  body: string;
  /** Status of the response. */
  status: number;
}

const MAX_STORED_CALLS = 1000;
/** Begins the paths of live data. */
const LIVE_PATH = '/live/';
const MAX_BODY = 1024 * 1024;

/** A webhook endpoint of an operator. It stores requests, and answers as it is configured. */
export class WebhookReceiver {
  private readonly received: ReceivedWebhook[] = [];
  private answers: number[] = [];
  readonly live = new LiveDataServer();
  private retryAfterSeconds: number | undefined;

  calls(): readonly ReceivedWebhook[] {
    return this.received;
  }

  clear(): void {
    this.received.length = 0;
    this.answers = [];
    this.retryAfterSeconds = undefined;
    this.live.clear();
  }

  /** Sets the statuses of the next responses, one for each request; then 200 again. @throws BadRequest */
  setAnswers(input: unknown): { statuses: number[] } {
    const statuses: unknown[] = isJsonObject(input) && Array.isArray(input.statuses) ? input.statuses : [];
    if (!isJsonObject(input) || !statuses.every(isStatus)) {
      throw new BadRequest(['statuses must be a list of HTTP statuses']);
    }
    this.answers = [...statuses];
    this.retryAfterSeconds = typeof input.retryAfterSeconds === 'number' ? input.retryAfterSeconds : undefined;
    return { statuses: this.answers };
  }

  async listen(authority: Authority, bind: string): Promise<Listening> {
    const server = createServer({ cert: authority.cert, key: authority.key }, (request, response) => {
      if (request.url?.startsWith(LIVE_PATH)) {
        void this.live.answer(request.url.slice(LIVE_PATH.length), request.headers).then((reply) => {
          response.writeHead(reply.status, { ...reply.headers, 'content-type': reply.contentType });
          response.end(reply.body);
        });
        return;
      }
      const parts: Buffer[] = [];
      let size = 0;
      request.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= MAX_BODY) {
          parts.push(part);
        }
      });
      request.on('end', () => {
        const status = this.storeCall(request.headers, Buffer.concat(parts).toString('utf8'));
        const wait = status >= 400 && this.retryAfterSeconds !== undefined ? this.retryAfterSeconds : undefined;
        response.writeHead(status, {
          ...(wait !== undefined && { 'retry-after': String(wait) }),
          ...(status >= 300 && status < 400 && { location: '/elsewhere' }),
        });
        response.end();
      });
    });
    const sockets = new Sockets(server);
    const port = await sockets.listen(0, bind);
    return { port, close: () => sockets.close() };
  }

  private storeCall(headers: Record<string, string | string[] | undefined>, body: string): number {
    const status = this.answers.shift() ?? 200;
    const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    this.received.push({ at: Date.now(), headers: Object.fromEntries(texts), body, status });
    if (this.received.length > MAX_STORED_CALLS) {
      this.received.shift();
    }
    return status;
  }
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599;
}
