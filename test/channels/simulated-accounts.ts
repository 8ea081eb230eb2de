import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { defaultProviderOf, providerOf, SenderRegistryService, type Account } from '#libs/channels';
import { HTTP2_LIMITS } from '../../libs/channels/transport/http2-pool.js';
import type { DomainThrottleStore } from '../../libs/channels/rate-limits/domain-throttle.repository.js';
import type { RateLimiter } from '../../libs/channels/rate-limits/rate-limiter.service.js';
import type { SenderServices } from '../../libs/channels/provider/provider.types.js';
import { AllowedAddresses, PushServices } from '#platform/net';
import { ensureAuthority } from '#platform/authority';
import type { FaultRule } from '../../apps/simulators/server/fault-injector.js';
import type { Provider } from '../../apps/simulators/server/providers.js';
import { startSimulators, type Simulators } from '../../apps/simulators/simulators.js';
import { CREDENTIALS, type TestCredentials, type TestedChannel } from './account-credentials.js';

/** No account has a rate limit, so none is asked for. */
export const UNLIMITED: RateLimiter = {
  acquire: () => Promise.reject(new Error('A rate limit was asked for although the account has none')),
};

/** A single process knows by itself which domains throttle. */
export const NO_THROTTLES: DomainThrottleStore = {
  list: () => Promise.resolve([]),
  throttle: () => Promise.resolve(undefined),
};

/** Real push services, and one by the name of this machine. */
export const PUSH_SERVICES = new PushServices({
  PUSH_SERVICES: 'localhost',
  SIMULATOR_HOST: '127.0.0.1',
  SIMULATOR_PORT: 0,
});

/** The senders of all providers, with limits that no test reaches. */
export function createSenders(): SenderRegistryService {
  return new SenderRegistryService(providerOf, SERVICES);
}

export const SERVICES: SenderServices = {
  rateLimiter: UNLIMITED,
  throttles: NO_THROTTLES,
  pushServices: PUSH_SERVICES,
  http2: HTTP2_LIMITS,
  relays: new AllowedAddresses('loopback'),
};

export interface Delivery {
  token: string;
  messageId: string;
  payload: { headers?: Record<string, unknown>; body?: unknown; [field: string]: unknown };
}

/** Simulators of one test file, with the calls of the control API and accounts that use them. */
export class Simulated {
  private simulators: Simulators | undefined;
  private dir = '';
  private nextAccount = 1;

  get running(): Simulators {
    if (this.simulators === undefined) {
      throw new Error('The simulators are not started');
    }
    return this.simulators;
  }

  async start(): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'herald-channels-'));
    this.simulators = await startSimulators({ controlPort: 0, authority: await ensureAuthority(this.dir) });
  }

  async stop(): Promise<void> {
    await this.simulators?.stop();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** A new account: senders keep connections per account, so tests do not share any. */
  account<C extends TestedChannel>(
    channel: C,
    credentials: Partial<TestCredentials[C]> = {},
  ): Account<C, TestCredentials[C]> {
    const { ca, ...places } = this.running.endpoints;
    return {
      accountId: this.nextAccount++,
      appId: 1,
      channel,
      provider: defaultProviderOf(channel).name,
      version: 1,
      credentials: { ...CREDENTIALS[channel], ...credentials },
      origin: { ...places[channel], ca },
    };
  }

  async faults(...rules: FaultRule[]): Promise<void> {
    await this.control('PUT', '/faults', { seed: 1, rules });
  }

  async clear(): Promise<void> {
    await this.control('DELETE', '/deliveries');
    await this.faults();
  }

  async deliveries(provider: Provider): Promise<Delivery[]> {
    const { deliveries } = await this.control<{ deliveries: Delivery[] }>(
      'GET',
      `/deliveries?provider=${provider}&limit=10000`,
    );
    return deliveries;
  }

  async counts(provider: Provider): Promise<{ accepted: number; rejected: number; distinct: number }> {
    const counts = await this.control<Record<Provider, { accepted: number; rejected: number; distinct: number }>>(
      'GET',
      '/counts',
    );
    return counts[provider];
  }

  /** Subscriptions as JSON, the form of an address. @param service  the push service that answers as Apple's or WNS does */
  async subscriptions(count: number, service?: 'apple' | 'windows'): Promise<string[]> {
    const request = { count, ...(service && { service }) };
    const { subscriptions } = await this.control<{ subscriptions: unknown[] }>('POST', '/subscriptions', request);
    return subscriptions.map((entry) => JSON.stringify(entry));
  }

  async control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.running.controlUrl + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path} gave ${response.status}: ${await response.text()}`);
    }
    const answer: T = JSON.parse(await response.text());
    return answer;
  }
}

/** Starts simulators for the tests of one file. Each test starts without faults and deliveries. */
export function useSimulators(): Simulated {
  const simulated = new Simulated();
  beforeAll(() => simulated.start());
  beforeEach(() => simulated.clear());
  afterAll(() => simulated.stop());
  return simulated;
}

/** Outcomes without the words of providers, which have tests of their own. */
export function withoutWords<T>(outcomes: T): T {
  return JSON.parse(
    JSON.stringify(outcomes, (name: string, value: unknown) => (name === 'words' ? undefined : value)),
  ) as T;
}
