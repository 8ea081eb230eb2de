import type { Channel } from '#libs/channels';
import { platformByNumber, type Platform } from '#libs/content';
import { STATUSES } from '../delivery.types.js';
import type { AccountStanding } from '../provider-accounts.js';
import type { Item, SubBatch } from '../sub-batch.js';
import type { ChannelLoad, ChannelPace } from './expected-time.js';
import type { PlatformOutlook, Rehearsal, Sample, Wait } from './rehearsal.types.js';

const SAMPLES = 3;

/** What the examined of a channel weigh. */
interface Weight {
  examined: number;
  leaving: number;
  segments: number;
  domains: Map<string, number>;
}

/** Counts what sub-batches come to. */
export class Outlook {
  examined = 0;
  private readonly planned = new Map<Channel, number>();
  private readonly weights = new Map<Channel, Weight>();
  private readonly platforms = new Map<string, PlatformOutlook>();
  private readonly samples: Sample[] = [];

  /** @param standings  accounts by channel */
  constructor(private readonly standings: ReadonlyMap<string, AccountStanding>) {}

  /** All whom the launch would freeze. */
  get recipients(): number {
    return [...this.planned.values()].reduce((sum, n) => sum + n, 0);
  }

  plan(platform: number, channel: Channel, recipients: number): void {
    if (recipients > 0) {
      this.planned.set(channel, (this.planned.get(channel) ?? 0) + recipients);
      this.of(platform, channel).planned += recipients;
    }
  }

  add(channel: Channel, { size, items, settled }: SubBatch): void {
    this.examined += size;
    const weight = this.weights.get(channel) ?? { examined: 0, leaving: 0, segments: 0, domains: new Map() };
    this.weights.set(channel, weight);
    weight.examined += size;
    for (const { platform, status, reason } of settled) {
      const of = this.of(platform, channel);
      count(status === STATUSES.skipped ? of.skipped : of.failed, reason);
      of.examined += 1;
    }
    const isSetUp = this.standings.has(channel);
    for (const { platform, outgoing } of items) {
      const of = this.of(platform, channel);
      of.examined += 1;
      if (!isSetUp) {
        count(of.skipped, 'CHANNEL_NOT_CONFIGURED');
      } else {
        of[of.wait ? 'waiting' : 'ready'] += 1;
        weigh(weight, outgoing);
      }
      const name = platformByNumber(platform);
      if (name && this.samples.length < SAMPLES) {
        this.samples.push({ platform: name, payload: outgoing.payload });
      }
    }
  }

  /** What would leave on each channel: those who were not examined are taken to be like those who were. */
  loads(paces: ReadonlyMap<string, ChannelPace>): ChannelLoad[] {
    return [...this.planned].map(([channel, planned]) => {
      const of = this.weights.get(channel);
      const share = of && of.examined > 0 ? planned / of.examined : 0;
      return {
        channel,
        messages: Math.round((of?.leaving ?? 0) * share),
        segments: Math.round((of?.segments ?? 0) * share),
        mostToOneDomain: Math.round(Math.max(0, ...(of?.domains.values() ?? [])) * share),
        pace: paces.get(channel) ?? {},
      };
    });
  }

  result(wanted: readonly Platform[]): Pick<Rehearsal, 'planned' | 'examined' | 'platforms' | 'samples'> {
    return {
      planned: this.recipients,
      examined: this.examined,
      platforms: [...this.platforms.values()].toSorted(
        (a, b) => wanted.indexOf(a.platform) - wanted.indexOf(b.platform),
      ),
      samples: this.samples,
    };
  }

  private of(number: number, channel: Channel): PlatformOutlook {
    const known = this.platforms.get(`${number}/${channel}`);
    if (known) {
      return known;
    }
    const platform = platformByNumber(number);
    if (!platform) {
      throw new Error(`No platform has number ${number}`);
    }
    const wait = waitOf(this.standings.get(channel));
    const made: PlatformOutlook = {
      platform,
      channel,
      planned: 0,
      examined: 0,
      ready: 0,
      waiting: 0,
      ...(wait && { wait }),
      skipped: {},
      failed: {},
    };
    this.platforms.set(`${number}/${channel}`, made);
    return made;
  }
}

function waitOf(standing: AccountStanding | undefined): Wait | undefined {
  const { paused, rest } = standing ?? {};
  const until = rest?.until.toISOString() ?? null;
  return paused
    ? { state: 'paused', why: paused.why, until }
    : rest
      ? { state: 'resting', why: rest.why, until }
      : undefined;
}

function weigh(weight: Weight, { address, payload }: Item['outgoing']): void {
  weight.leaving += 1;
  weight.segments += 'segments' in payload ? payload.segments : 0;
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at > 0) {
    weight.domains.set(domain, (weight.domains.get(domain) ?? 0) + 1);
  }
}

function count(reasons: Record<string, number>, reason: string | null): void {
  const name = reason ?? 'OTHER';
  reasons[name] = (reasons[name] ?? 0) + 1;
}
