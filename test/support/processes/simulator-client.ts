import { request } from 'node:http';
import type { Endpoints } from '../../../apps/simulators/server/endpoints.types.js';

export interface Counts {
  accepted: number;
  rejected: number;
  distinct: number;
}

export interface SimulatedSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface Duplicate {
  provider: string;
  token: string;
  messageId: string;
  count: number;
}

export interface LoggedDelivery {
  token: string;
  messageId: string;
  /** ISO 8601. */
  at: string;
  payload: unknown;
}

/** The simulated relay's log of an e-mail; its payload is the parsed message. */
export interface LoggedMail extends LoggedDelivery {
  payload: Record<string, unknown> & {
    html: string;
    text: string;
    attachments?: unknown[];
    headers: Record<string, string>;
  };
}

const LARGEST_PAGE = 1000;
/** The number that one request makes at most. */
const MOST_SUBSCRIPTIONS = 100_000;

/** The simulators' control interface. */
export class SimulatorClient {
  constructor(readonly base: string) {}

  counts(): Promise<Record<string, Counts>> {
    return this.call('GET', '/counts');
  }

  faults(seed: number, rules: object[]): Promise<unknown> {
    return this.call('PUT', '/faults', { seed, rules });
  }

  /** The only credentials that providers accept, by provider; `{}`: all. */
  credentials(known: object): Promise<unknown> {
    return this.call('PUT', '/credentials', known);
  }

  mode(mode: { store: boolean; containing?: string }): Promise<unknown> {
    return this.call('PUT', '/mode', mode);
  }

  /** Questions for live data. @returns path with host, and headers */
  async liveCalls(): Promise<{ path: string; headers: Record<string, string> }[]> {
    return (await this.call<{ calls: [] }>('GET', '/live-calls')).calls;
  }

  /** Sets the answer to the next questions for live data. */
  answerLive(answer: object): Promise<unknown> {
    return this.call('POST', '/live-answer', answer);
  }

  async endpoints(): Promise<Endpoints> {
    return this.call('GET', '/endpoints');
  }

  async duplicates(): Promise<Duplicate[]> {
    return (await this.call<{ duplicates: Duplicate[] }>('GET', '/duplicates')).duplicates;
  }

  async deliveries(query: string): Promise<LoggedDelivery[]> {
    return (await this.call<{ deliveries: LoggedDelivery[] }>('GET', `/deliveries?${query}`)).deliveries;
  }

  /** E-mails that the relay took. */
  async mails(): Promise<LoggedMail[]> {
    return (await this.call<{ deliveries: LoggedMail[] }>('GET', '/deliveries?provider=smtp')).deliveries;
  }

  /** Everything that a provider took and the log still holds, page by page. */
  async *everyDelivery(provider: string): AsyncGenerator<LoggedDelivery> {
    for (let after = 0; ;) {
      const page = await this.page(provider, after);
      yield* page.deliveries;
      if (page.deliveries.length === 0) {
        return;
      }
      after = page.next;
    }
  }

  /** @param after  number of the last delivery that is known. @returns `next` is the `after` of the following page */
  page(provider: string, after: number): Promise<{ deliveries: LoggedDelivery[]; next: number }> {
    return this.call('GET', `/deliveries?provider=${provider}&after=${after}&limit=${LARGEST_PAGE}`);
  }

  async subscriptions(count: number): Promise<SimulatedSubscription[]> {
    const all: SimulatedSubscription[] = [];
    while (all.length < count) {
      const maximum = Math.min(count - all.length, MOST_SUBSCRIPTIONS);
      const page = await this.call<{ subscriptions: SimulatedSubscription[] }>('POST', '/subscriptions', {
        count: maximum,
      });
      page.subscriptions.forEach((entry) => all.push(entry));
    }
    return all;
  }

  /** Sends a mail back that was taken. @returns what the listener answered */
  bounce(body: object): Promise<{ code: number; text: string }> {
    return this.call('POST', '/bounces', body);
  }

  /** An SMS that someone sends. @returns the status of the answer */
  inboundSms(body: object): Promise<{ status: number }> {
    return this.call('POST', '/inbound-sms', body);
  }

  /**
   * Acts as people do at a provider beside its API.
   *
   * @param path  of the control API
   */
  act(path: string, body: object): Promise<unknown> {
    return this.call('POST', path, body);
  }

  /** Ends what authorizes senders to Apple and Google. @returns how many such tokens came or were given since the last time */
  endTokens(): Promise<{ apns: number; fcm: number }> {
    return this.call('POST', '/token-ends', {});
  }

  clear(): Promise<unknown> {
    return this.call('DELETE', '/deliveries');
  }

  /** Sends a request with headers that `fetch` does not let a caller choose. */
  control(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(this.base);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end(body);
    });
  }

  private async call<B>(method: string, path: string, body?: unknown): Promise<B> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return (text === '' ? undefined : JSON.parse(text)) as B;
  }
}
