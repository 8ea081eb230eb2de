import { createServer } from 'node:https';
import type { Authority } from '#platform/authority';
import { BadRequest } from '../server/bad-request.js';
import { isObject } from '../server/jwt.js';
import { Sockets, type Listening } from '../server/sockets.js';

/** A call as it came: what a receiver needs to check its signature. */
export interface ReceivedWebhook {
  at: number;
  headers: Record<string, string>;
  body: string;
  /** What it was answered with. */
  status: number;
}

const MAX_STORED_CALLS = 1000;
const MAX_BODY = 1024 * 1024;

/** An operator's server that takes the calls of hooks: remembers them, and answers as it is told to. */
export class WebhookReceiver {
  private readonly received: ReceivedWebhook[] = [];
  private answers: number[] = [];
  private retryAfterSeconds: number | undefined;

  calls(): readonly ReceivedWebhook[] {
    return this.received;
  }

  clear(): void {
    this.received.length = 0;
    this.answers = [];
    this.retryAfterSeconds = undefined;
  }

  /** Sets the answers of the next calls, one status each; then 200 again. @throws BadRequest */
  setAnswers(body: unknown): { statuses: number[] } {
    const statuses: unknown[] = isObject(body) && Array.isArray(body.statuses) ? body.statuses : [];
    if (!isObject(body) || !statuses.every(isStatus)) {
      throw new BadRequest(['statuses must be a list of HTTP statuses']);
    }
    this.answers = [...statuses];
    this.retryAfterSeconds = typeof body.retryAfterSeconds === 'number' ? body.retryAfterSeconds : undefined;
    return { statuses: this.answers };
  }

  async listen(authority: Authority, bind: string): Promise<Listening> {
    const server = createServer({ cert: authority.cert, key: authority.key }, (request, response) => {
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
