import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SimulatorOriginsService } from '#libs/channels';
import { LOGGER } from '#platform/app';
import { KeyedSemaphore } from '#platform/async';
import { faultsOf, type Logger } from '#platform/runtime';
import { DeliveryCountersService } from '../metrics/delivery-counters.service.js';
import { LiveClient } from './live-client.js';
import { LiveHeadersService } from './live-headers.service.js';
import { LiveSourceRepository } from './live-source.repository.js';
import type { LiveAnswer, LiveSource } from './live-source.types.js';

/** Calls of one application that a process makes at once. */
const MOST_AT_ONCE = 16;
/** Bytes of an answer: one for a campaign is stored once, one for a person as often as there are people. */
const MOST_BYTES = { campaign: 64 * 1024, person: 8 * 1024 } as const;

const FAULTS_OF_CONTENT: ReadonlySet<string> = new Set(['NO_VALUE', 'TOO_LARGE', 'TOO_DEEP']);

/** Asks the servers of live data, within their pace, and not while they are left alone after failures. */
@Injectable()
export class LiveCallService implements OnModuleDestroy {
  private readonly client = new LiveClient();
  private readonly running = new KeyedSemaphore();

  constructor(
    private readonly sources: LiveSourceRepository,
    private readonly headers: LiveHeadersService,
    private readonly simulators: SimulatorOriginsService,
    private readonly counters: DeliveryCountersService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  /** The answer for an address, of another worker where that is still good. */
  async call(source: LiveSource, address: URL): Promise<LiveAnswer> {
    const key = createHash('sha256').update(address.href).digest();
    const cached = source.cacheMs > 0 ? await this.sources.findAnswer(source.sourceId, key) : undefined;
    if (cached) {
      this.counters.countLive(source.per, 'shared');
      return { value: cached.value, isShared: true };
    }
    const permit = [{ key: String(source.appId), limit: MOST_AT_ONCE }];
    await this.running.acquire(permit);
    try {
      return await this.callNow(source, address, key);
    } finally {
      this.running.release(permit);
    }
  }

  private async callNow(source: LiveSource, address: URL, key: Buffer): Promise<LiveAnswer> {
    const waitMs = await this.sources.takePlace(source.sourceId);
    if (waitMs === undefined) {
      this.counters.countLive(source.per, 'resting');
      return { failure: 'RESTING' };
    }
    if (waitMs > 0) {
      await sleep(waitMs);
    }
    const simulator = source.simulator ? await this.simulators.find('hooks').catch(() => null) : undefined;
    const startedAt = performance.now();
    const answer: LiveAnswer =
      simulator === null
        ? { failure: 'NO_SIMULATOR' }
        : await this.client.get(address, {
            headers: this.headers.open(source),
            timeoutMs: source.timeoutMs,
            limit: MOST_BYTES[source.per],
            ...(simulator && { simulator }),
          });
    this.counters.countLive(
      source.per,
      'value' in answer ? 'answered' : 'failed',
      (performance.now() - startedAt) / 1000,
    );
    if ('value' in answer) {
      await this.sources.noteAnswer(source, key, answer.value);
    } else {
      await this.noteFailure(source, answer.failure);
    }
    return answer;
  }

  /** Says which source failed and how, and nothing of its address. */
  private async noteFailure({ sourceId, appId, name }: LiveSource, why: string): Promise<void> {
    const isResting = isFaultOfServer(why) && (await this.sources.noteFailure(sourceId));
    faultsOf(this.logger).report({
      text: isResting ? 'live data failed again and again; left alone for a while' : 'failed to get live data',
      of: `${appId} ${name} ${why} ${isResting}`,
      level: 'warn',
      fields: { appId, fetch: name, why },
    });
  }
}

/** Any other fault is one of this question: the next may well be answered. */
function isFaultOfServer(why: string): boolean {
  const status = Number(/^HTTP_(\d+)$/.exec(why)?.[1] ?? Number.NaN);
  return Number.isNaN(status) ? !FAULTS_OF_CONTENT.has(why) : status >= 500 || status === 429;
}
