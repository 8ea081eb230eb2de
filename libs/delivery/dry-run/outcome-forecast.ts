import { dispatchOf } from '#libs/contact-policy';
import { explainFault } from '#libs/channels';
import { CHANNEL_DEFINITIONS, type Channel } from '#libs/channels/definitions';
import { platformByNumber, type Platform, type RenderGaps } from '#libs/content';
import { domainOfMailbox } from '#platform/spelling';
import { STATUSES } from '../model/delivery.types.js';
import { isContactChannel } from '../model/channel-policy.js';
import type { AccountStatus } from '#libs/delivery/accounts';
import type { Batch } from '../recipients/batch-composer.service.js';
import type { OutgoingRecipient, UsedUpCap } from '#libs/delivery/checks';
import type { ChannelLoad, ChannelRateLimits } from './expected-time.js';
import type {
  CapForecast,
  PlatformForecast,
  SendForecast,
  SamplePayload,
  AccountWait,
  LastError,
  PlaceholderForecast,
  SampleRecipient,
} from './dry-run.types.js';

const MAX_SAMPLES = 3;

/** Sums of the examined recipients of a channel. */
interface ChannelSums {
  examined: number;
  messages: number;
  segments: number;
  domains: Map<string, number>;
}

/** Sums up prepared batches into a forecast. */
export class OutcomeForecast {
  examined = 0;
  private readonly planned = new Map<Channel, number>();
  private readonly sumsByChannel = new Map<Channel, ChannelSums>();
  private readonly platforms = new Map<string, PlatformForecast>();
  private readonly usedUp = new Map<PlatformForecast, UsedUpCap>();
  private readonly samples: SamplePayload[] = [];
  private readonly sampled: SampleRecipient[] = [];

  /** @param accountStates  accounts by channel */
  constructor(private readonly accountStates: ReadonlyMap<string, AccountStatus>) {}

  /** Number of recipients that a launch would freeze. */
  get recipients(): number {
    return [...this.planned.values()].reduce((sum, n) => sum + n, 0);
  }

  addPlanned(platform: number, channel: Channel, recipients: number): void {
    if (recipients > 0) {
      this.planned.set(channel, (this.planned.get(channel) ?? 0) + recipients);
      this.getPlatform(platform, channel).planned += recipients;
    }
  }

  /** Adds a recipient of a channel with addresses that a launch would leave out. */
  addSkipped(channel: Channel, reason: string): void {
    const [platform = Number.NaN] = Object.values(CHANNEL_DEFINITIONS[channel].platforms);
    const forecast = this.getPlatform(platform, channel);
    forecast.examined += 1;
    countReason(forecast.skipped, reason);
  }

  addBatch(channel: Channel, { size, recipients, postponed, unsendable, gaps, heldBack }: Batch): void {
    this.examined += size;
    const sums = this.sumsByChannel.get(channel) ?? { examined: 0, messages: 0, segments: 0, domains: new Map() };
    this.sumsByChannel.set(channel, sums);
    sums.examined += size;
    for (const { platform, status, reason } of unsendable) {
      const forecast = this.getPlatform(platform, channel);
      countReason(status === STATUSES.skipped ? forecast.skipped : forecast.failed, reason);
      forecast.examined += 1;
    }
    for (const { platform, gaps: recipientGaps } of gaps) {
      addGaps(this.getPlatform(platform, channel).placeholders, recipientGaps);
    }
    for (const { platform, cap } of heldBack) {
      if (cap) {
        this.usedUp.set(this.getPlatform(platform, channel), cap);
      }
    }
    for (const { platform } of postponed) {
      const forecast = this.getPlatform(platform, channel);
      forecast.examined += 1;
      forecast.waiting += 1;
    }
    const isSetUp = this.accountStates.has(channel);
    for (const { platform, outgoing, uid, recipientId } of recipients) {
      const forecast = this.getPlatform(platform, channel);
      forecast.examined += 1;
      if (!isSetUp) {
        countReason(forecast.skipped, 'CHANNEL_NOT_CONFIGURED');
      } else {
        forecast[forecast.wait ? 'waiting' : 'ready'] += 1;
        addMessage(sums, outgoing);
      }
      const name = platformByNumber(platform);
      if (name && this.samples.length < MAX_SAMPLES) {
        this.samples.push({ platform: name, payload: outgoing.payload });
        if (uid !== null) {
          this.sampled.push({ platform: name, uid, instId: isContactChannel(channel) ? null : recipientId });
        }
      }
    }
  }

  /** Estimates the messages on each channel, in proportion to the examined recipients. */
  estimateLoads(limitsByChannel: ReadonlyMap<string, ChannelRateLimits>): ChannelLoad[] {
    return [...this.planned].map(([channel, planned]) => {
      const sums = this.sumsByChannel.get(channel);
      const share = sums && sums.examined > 0 ? planned / sums.examined : 0;
      return {
        channel,
        messages: Math.round((sums?.messages ?? 0) * share),
        segments: Math.round((sums?.segments ?? 0) * share),
        mostToOneDomain: Math.round(Math.max(0, ...(sums?.domains.values() ?? [])) * share),
        limits: limitsByChannel.get(channel) ?? {},
      };
    });
  }

  buildReport(
    platformOrder: readonly Platform[],
  ): Pick<SendForecast, 'planned' | 'examined' | 'platforms' | 'samples' | 'sampled'> {
    return {
      planned: this.recipients,
      examined: this.examined,
      platforms: [...this.platforms.values()].toSorted(
        (a, b) => platformOrder.indexOf(a.platform) - platformOrder.indexOf(b.platform),
      ),
      samples: this.samples,
      sampled: this.sampled,
    };
  }

  /** Dispatches whose messages used caps up. */
  get usedDispatches(): number[] {
    return [...new Set([...this.usedUp.values()].flatMap(({ messages }) => messages.map(dispatchOf)))];
  }

  /** The platforms of one user, each with the cap that holds its message back. @param keys  of `usedDispatches` */
  listForUser(platformOrder: readonly Platform[], keys: ReadonlyMap<number, number>): PlatformForecast[] {
    return this.buildReport(platformOrder).platforms.map((forecast) => {
      const cap = this.usedUp.get(forecast);
      return cap ? { ...forecast, cap: toCapForecast(cap, keys) } : forecast;
    });
  }

  private getPlatform(number: number, channel: Channel): PlatformForecast {
    const existingForecast = this.platforms.get(`${number}/${channel}`);
    if (existingForecast) {
      return existingForecast;
    }
    const platform = platformByNumber(number);
    if (!platform) {
      throw new Error(`No platform has number ${number}`);
    }
    const state = this.accountStates.get(channel);
    const wait = toAccountWait(state);
    const lastError = toLastError(state);
    const forecast: PlatformForecast = {
      platform,
      channel,
      planned: 0,
      examined: 0,
      ready: 0,
      waiting: 0,
      ...(wait && { wait }),
      ...(lastError && { lastError }),
      skipped: {},
      failed: {},
      placeholders: { defaults: 0, plainText: 0, leftOut: 0, missing: Object.create(null) },
    };
    this.platforms.set(`${number}/${channel}`, forecast);
    return forecast;
  }
}

function toCapForecast(
  { name, defers, sentAt, messages, nextAt }: UsedUpCap,
  keys: ReadonlyMap<number, number>,
): CapForecast {
  const times = sentAt.map((at) => at.toISOString());
  return {
    name,
    over: defers ? 'defer' : 'skip',
    sentAt: times,
    messages: times.map((at, index) => {
      return { notificationKey: keys.get(dispatchOf(messages[index] ?? Number.NaN)) ?? null, sentAt: at };
    }),
    nextAt: nextAt.toISOString(),
  };
}

function toAccountWait(state: AccountStatus | undefined): AccountWait | undefined {
  const { paused, breaker } = state ?? {};
  const until = breaker?.until.toISOString() ?? null;
  return paused
    ? { state: 'paused', why: paused.why, code: paused.code, until }
    : breaker
      ? { state: 'resting', why: breaker.why, code: breaker.code, until }
      : undefined;
}

function toLastError(state: AccountStatus | undefined): LastError | undefined {
  if (!state?.lastError || state.lastError.endedAt) {
    return undefined;
  }
  const { code, why, words, since, at, times } = state.lastError;
  const { advice } = explainFault(state.provider, { code, why });
  return { code, why, words, advice, since: since.toISOString(), at: at.toISOString(), times };
}

function addMessage(sums: ChannelSums, { address, payload }: OutgoingRecipient['outgoing']): void {
  sums.messages += 1;
  sums.segments += 'segments' in payload ? payload.segments : 0;
  if (address.lastIndexOf('@') > 0) {
    const domain = domainOfMailbox(address);
    sums.domains.set(domain, (sums.domains.get(domain) ?? 0) + 1);
  }
}

function addGaps(placeholders: PlaceholderForecast, { names, hasDefault, isPlainText, isLeftOut }: RenderGaps): void {
  placeholders.defaults += hasDefault ? 1 : 0;
  placeholders.plainText += isPlainText ? 1 : 0;
  placeholders.leftOut += isLeftOut ? 1 : 0;
  names.forEach((name) => countReason(placeholders.missing, name));
}

function countReason(reasons: Record<string, number>, reason: string | null): void {
  const name = reason ?? 'OTHER';
  reasons[name] = (reasons[name] ?? 0) + 1;
}
