import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { ensureAuthority, type Authority } from '#platform/authority';
import type { Counts, Delivery } from './server/delivery-log.js';
import type { FaultRule } from './server/fault-injector.js';
import type { Provider } from './server/providers.js';
import { startSimulators, type Simulators } from './simulators.js';

/** A response of a provider, with a JSON or an empty body. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown> | undefined;
}

/**
 * Simulators for one test file, in this process, on free ports, with their own authority and clients that trust it. The
 * control API is used over HTTP, as from outside.
 */
export class Lab {
  private constructor(
    private readonly dir: string,
    readonly authority: Authority,
    readonly simulators: Simulators,
    private readonly trusting: Agent,
  ) {}

  static async open(): Promise<Lab> {
    const dir = await mkdtemp(join(tmpdir(), 'herald-simulators-'));
    const authority = await ensureAuthority(dir);
    const simulators = await startSimulators({ controlPort: 0, authority });
    return new Lab(dir, authority, simulators, new Agent({ connect: { ca: authority.ca } }));
  }

  async close(): Promise<void> {
    await this.trusting.destroy();
    await this.simulators.stop();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Resets everything: no deliveries, no faults, storing on. */
  async reset(): Promise<void> {
    await this.control('DELETE', '/deliveries');
    await this.faults();
    await this.control('PUT', '/mode', { store: true });
  }

  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.simulators.controlUrl + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  async counts(): Promise<Record<Provider, Counts>> {
    return (await this.control('GET', '/counts')) as Record<Provider, Counts>;
  }

  async deliveries(query = ''): Promise<{ deliveries: Delivery[]; next: number }> {
    return (await this.control('GET', `/deliveries${query}`)) as { deliveries: Delivery[]; next: number };
  }

  faults(...rules: FaultRule[]): Promise<unknown> {
    return this.control('PUT', '/faults', { seed: 1, rules });
  }

  /** HTTP/1.1 that trusts the authority. */
  fetch(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, { ...init, dispatcher: this.trusting });
  }

  /** Like `fetch`, and reads the response. */
  async call(url: string, init: RequestInit): Promise<Answer> {
    const response = await this.fetch(url, init);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  }

  /** An HTTP/2 connection, after the settings of the server have arrived. */
  async session(provider: 'apns' | 'fcm'): Promise<ClientHttp2Session> {
    const { host, port } = this.simulators.endpoints[provider];
    const session = connect(`https://${host}:${port}`, { ca: this.authority.ca });
    session.on('error', () => undefined);
    await once(session, 'remoteSettings');
    return session;
  }
}

/** One POST over HTTP/2; rejects when the stream ends without a response. */
export function post(
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    let head: IncomingHttpHeaders & { ':status'?: number } = {};
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (received) => {
      head = received;
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('error', reject);
    stream.on('end', () => {
      const status = head[':status'];
      if (status !== undefined) {
        const json = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
        resolve({ status, headers: head, body: json });
      }
    });
    stream.on('close', () => reject(new Error(`closed with ${stream.rstCode}`)));
    stream.end(body);
  });
}

/** A part of a JWT. */
export function jwtPart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
