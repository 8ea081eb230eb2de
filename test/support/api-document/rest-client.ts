import type { ApplicationKeys } from '../contract/application.js';
import { addIdentityToken } from '../contract/identity-tokens.js';

export interface Answer<B> {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined for an empty body. */
  body: B;
}

interface Statistics {
  notificationKey: number;
  status: 'SENDING' | 'FINISHED';
  startDate: number;
  endDate: number;
  stats: { platform: string; sent: number; failed: number; clicked: number }[];
}

interface Result {
  platform: string;
  status: 'SUCCESS' | 'FAILED';
  errorCode?: string;
  errorMsg?: string;
  installationId?: string;
  extId?: string;
  timeStamp: number;
  msgTitle?: string;
  msgText?: string;
}

/** A client system of the REST interface, as one written for the reference service would be. */
export class RestClient {
  private readonly bases: readonly string[];
  private turn = 0;

  /** @param base  of a gateway, or of several: requests go to them in turns */
  constructor(
    base: string | readonly string[],
    private readonly keys: ApplicationKeys,
  ) {
    this.bases = typeof base === 'string' ? [base] : base;
  }

  /** The base of the gateway whose turn it is; the next call goes to the next one. */
  get base(): string {
    return this.bases[this.turn++ % this.bases.length] ?? '';
  }

  async post<B = unknown>(operation: string, body: unknown, key = this.keys.rest): Promise<Answer<B>> {
    return this.call<B>(`/rest/3.0/${operation}`, {
      method: 'POST',
      headers: { 'X-svc-api-key': key, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async get<B = unknown>(path: string, key = this.keys.rest): Promise<Answer<B>> {
    return this.call<B>(path.startsWith('/') ? path : `/rest/3.0/${path}`, { headers: { 'X-svc-api-key': key } });
  }

  /** Calls as a device; a call that names its user has a token of the application's server. */
  async sdk<B = unknown>(path: string, body: unknown, key = this.keys.mobile): Promise<Answer<B>> {
    return this.call<B>(`/sdk/1.0/${path}`, {
      method: 'POST',
      headers: { 'X-svc-api-key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(await addIdentityToken(body)),
    });
  }

  /** Registers users in requests of 1000. @throws Error on the first refusal */
  async register(users: readonly object[]): Promise<void> {
    for (let start = 0; start < users.length; start += 1000) {
      expectOk(await this.post('registerUsers', users.slice(start, start + 1000)));
    }
  }

  /** @returns the notification key */
  async sendBulk(message: object, target: object = { sendToAll: true }): Promise<number> {
    const answer = await this.post<{ notificationKey: number }>('sendBulkNotification', { message, target });
    return expectOk(answer).notificationKey;
  }

  async stats(key: number): Promise<Statistics> {
    return expectOk(await this.get<Statistics>(`getPushStats?notificationKey=${key}`));
  }

  /** Waits until a campaign is FINISHED. @throws Error with the last figures when it is not within the time */
  async finished(key: number, withinMs: number, lookMs = 100): Promise<Statistics> {
    const end = Date.now() + withinMs;
    for (;;) {
      const stats = await this.stats(key);
      if (stats.status === 'FINISHED') {
        return stats;
      }
      if (Date.now() > end) {
        throw new Error(`Not finished within ${withinMs} ms: ${JSON.stringify(stats)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  /** Every result of a key, page by page through `nextPage`. */
  async results(key: number): Promise<Result[]> {
    const all: Result[] = [];
    let path: string | undefined = `getPushResult?notificationKey=${key}&max=1000`;
    while (path !== undefined) {
      const page: { list: Result[]; nextPage?: string } = expectOk(
        await this.get<{ list: Result[]; nextPage?: string }>(path),
      );
      all.push(...page.list);
      path = page.nextPage?.replace(/^https?:\/\/[^/]+/, '');
    }
    return all;
  }

  private async call<B>(path: string, init: RequestInit): Promise<Answer<B>> {
    const response = await fetch(`${this.base}${path}`, init);
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : undefined) as B };
  }
}

/** @throws Error naming status and body when the answer is not 200 */
export function expectOk<B>(answer: Answer<B>): B {
  if (answer.status !== 200) {
    throw new Error(`Answer ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}
