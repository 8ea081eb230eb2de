import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { RestClient } from '../../../test/support/api-document/rest-client.js';
import { Traffic, type TrafficFigures } from './traffic.js';
import { type Release, TwoReleases } from './two-releases.js';

/** @property from  folder of a built checkout of the release before */
export interface UpgradePlan {
  from: string;
  recipients: number;
  log: (line: string) => void;
}

/**
 * Figures of an upgrade and of the return.
 *
 * @property lost         planned recipients without a final result
 * @property twice        final results beyond the planned recipients
 * @property unfounded    results of success beyond the messages that the provider took
 * @property repeated     messages that the provider took more than once
 */
export interface UpgradeFigures extends TrafficFigures {
  campaigns: number;
  unfinished: number;
  planned: number;
  lost: number;
  twice: number;
  unfounded: number;
  repeated: number;
  seconds: number;
}

const PAUSE_MS = 100;
const BETWEEN_CAMPAIGNS_MS = 2000;
/** Answers of the provider, so that campaigns last beyond a replacement. */
const LATENCY_MS = 100;
const SETTLED_MS = 600_000;

/**
 * `npm run chaos -- --scenario upgrade --from DIR`: two gateways, a worker and a scheduler of the release before, under
 * registrations, statistics and campaigns; migration and replacement one by one by this release, and back again. DIR is a
 * checkout of that release in which `npm run build` has run.
 */
export async function runUpgrade({ from, recipients, log }: UpgradePlan): Promise<UpgradeFigures> {
  const started = performance.now();
  const releases = await TwoReleases.open(from);
  try {
    const gateways = [await releases.place('before', 'gateway', 1), await releases.place('before', 'gateway', 2)];
    await releases.place('before', 'scheduler');
    await releases.place('before', 'worker');
    await releases.simulated.faults(1, [{ provider: 'apns', share: 1, latencyMs: LATENCY_MS }]);
    const bases = gateways.map(({ port }) => `http://127.0.0.1:${port}`);
    const traffic = new Traffic(bases, releases.keys);
    const load = new Load(traffic);
    await load.register(recipients);
    const ended = load.run();
    const step = async (line: string, work: () => Promise<unknown>): Promise<void> => {
      await sleep(BETWEEN_CAMPAIGNS_MS);
      const begin = performance.now();
      await work();
      log(`${line}: ${((performance.now() - begin) / 1000).toFixed(1)} s, ${traffic.figures.refused} refused so far`);
    };
    const replace = (release: Release, name: 'gateway' | 'scheduler' | 'worker', number = 1) =>
      step(`${name} ${number} of ${release === 'this' ? 'this release' : 'the release before'}`, () =>
        releases.place(release, name, number),
      );
    await step('migration', () => releases.run('this', 'migrate'));
    // The order of docs/runbooks/upgrade.md, and its other way round.
    await replace('this', 'gateway', 1);
    await replace('this', 'gateway', 2);
    await replace('this', 'scheduler');
    await replace('this', 'worker');
    await step('doctor', () => releases.run('this', 'doctor'));
    await replace('before', 'worker');
    await replace('before', 'scheduler');
    await replace('before', 'gateway', 1);
    await replace('before', 'gateway', 2);
    await sleep(BETWEEN_CAMPAIGNS_MS);
    load.stop();
    await ended;
    const seconds = (): number => Math.round((performance.now() - started) / 1000);
    return { ...traffic.figures, ...(await settle(releases, bases, load.keys)), seconds: seconds() };
  } finally {
    await releases.close();
  }
}

/** Faults of an upgrade, in words; none: it lost and refused nothing. */
export function upgradeFaults(figures: UpgradeFigures): string[] {
  const { refused, unfinished, lost, twice, unfounded, repeated, refusals } = figures;
  return [
    ...Object.entries({ refused, unfinished, lost, twice, unfounded, repeated }).flatMap(([name, count]) =>
      count > 0 ? [`${name}: ${count}`] : [],
    ),
    ...refusals.slice(0, 5),
  ];
}

/** Registrations, statistics and campaigns until it is stopped. */
class Load {
  readonly keys: number[] = [];
  private isOver = false;
  private users = 0;

  constructor(private readonly traffic: Traffic) {}

  stop(): void {
    this.isOver = true;
  }

  async register(count: number): Promise<void> {
    for (let done = 0; done < count; done += 500) {
      await this.traffic.call(
        'registerUsers',
        Array.from({ length: Math.min(500, count - done) }, () => this.nextUser()),
      );
    }
  }

  async run(): Promise<void> {
    await Promise.all([
      this.repeat(PAUSE_MS, () => this.traffic.call('registerUsers', [{ extId: `new-${(this.users += 1)}` }])),
      this.repeat(PAUSE_MS, async () => {
        const key = this.keys.at(-1);
        await (key === undefined ? undefined : this.traffic.call(`getPushStats?notificationKey=${key}`));
      }),
      this.repeat(BETWEEN_CAMPAIGNS_MS, async () => {
        const message = { title: 'Sale', text: 'Once for each', platforms: ['IOS'] };
        const answer = await this.traffic.call('sendBulkNotification', { message, target: { sendToAll: true } });
        if (typeof answer === 'object' && answer !== null && 'notificationKey' in answer) {
          this.keys.push(Number(answer.notificationKey));
        }
      }),
    ]);
  }

  private nextUser(): object {
    this.users += 1;
    return { extId: `u${this.users}`, platform: 'IOS', deviceToken: this.users.toString(16).padStart(64, '0') };
  }

  private async repeat(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      await work();
      await sleep(pauseMs);
    }
  }
}

/** Waits until every campaign is over, and compares its results with what the provider took. */
async function settle(
  releases: TwoReleases,
  bases: readonly string[],
  keys: readonly number[],
): Promise<Omit<UpgradeFigures, keyof TrafficFigures | 'seconds'>> {
  const db = await openDatabase(releases.postgres.url, 2, createLogger('upgrade', 'silent'));
  try {
    const read = () =>
      db.row<{ unfinished: number; planned: number }>(
        `SELECT count(*) FILTER (WHERE d.state < 3)::integer AS unfinished, coalesce(sum(d.planned), 0)::integer AS planned
           FROM delivery.dispatch AS d`,
      );
    const end = performance.now() + SETTLED_MS;
    let figures = await read();
    while ((figures?.unfinished ?? 1) > 0 && performance.now() < end) {
      await sleep(500);
      figures = await read();
    }
    const rest = new RestClient(bases, releases.keys);
    const results: Awaited<ReturnType<RestClient['results']>> = [];
    for (const key of keys) {
      results.push(...(await rest.results(key)));
    }
    const { apns } = await releases.simulated.counts();
    const sent = results.filter(({ status }) => status === 'SUCCESS').length;
    const { unfinished = 0, planned = 0 } = figures ?? {};
    return {
      campaigns: keys.length,
      unfinished,
      planned,
      lost: Math.max(0, planned - results.length),
      twice: Math.max(0, results.length - planned),
      unfounded: Math.max(0, sent - (apns?.accepted ?? 0)),
      repeated: (await releases.simulated.duplicates()).length,
    };
  } finally {
    await db.close();
  }
}
