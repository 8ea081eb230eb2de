import { Inject, Injectable } from '@nestjs/common';
import { AudienceService } from '#libs/audience';
import type { Account, Channel } from '#libs/channels';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AccountTurns } from '../account-turns.js';
import { ChunkLeases } from '../chunk-leases.service.js';
import { cutChunks } from '../cut-chunks.js';
import { HOLDS, type LeasedChunk } from '../delivery.types.js';
import { type FrozenMessage, FrozenMessages } from '../frozen-messages.js';
import { CHANNEL_POLICIES, PROBE_SIZE } from '../channel-policy.js';
import { finalMessages } from '../inbox-messages.js';
import { LaunchAudience } from '../launch-audience.service.js';
import { LaunchService } from '../launch.service.js';
import { ProviderAccounts } from '../provider-accounts.js';
import { type SubBatch, SubBatches } from '../sub-batch.js';
import { Wire } from '../wire.service.js';
import { isSmall } from './is-small.js';
import { Places } from './places.js';
import { FIRST_EPOCH, type FirstChunk, type SingleLease, SingleSendRepository } from './single-send.repository.js';
import { type Ending, SingleSettlements } from './single-settlements.service.js';

/** Recipients of one dispatch: one that turns out to have more is launched like a campaign. */
const MOST_RECIPIENTS = 100;
/** Groups of an application's channel that are under way at a time: one whose provider hangs holds up no other application. */
const MOST_UNDER_WAY = 16;
/** Dispatches of one application that wait together. */
const MOST_TOGETHER = 50;
/** What found no place in so much of its lease is left to the lane of its channel. */
const HELD_SHARE = 1 / 6;

/** A dispatch with whom it is for. */
interface Planned {
  lease: SingleLease;
  message: FrozenMessage;
  chunks: LeasedChunk[];
}

/** Dispatches of one application whose recipients are reached by the same channels. */
interface Group {
  channels: Channel[];
  planned: Planned[];
}

/** A chunk that is sent to by whoever launches it. */
interface Own {
  chunk: LeasedChunk;
  message: FrozenMessage;
  batch: SubBatch;
}

/** Chunks that leave together with one account. */
interface Load {
  account: Account;
  isProbe: boolean;
  own: Own[];
}

/**
 * Small single sends, from the call to the result, several together: one statement launches them and states whom
 * they are about to leave for, one writes down what came of it. Between the two stands what stands between intent and
 * results of any chunk: a lease with an epoch. Whatever is not plain (an account at rest, a pace that has no room, a long
 * list) is left to the ordinary way, which takes every step by itself.
 */
@Injectable()
export class SingleSends {
  private readonly pending = new Set<Promise<void>>();
  private readonly places = new Places(MOST_UNDER_WAY);
  /** Groups that wait for a place and may grow, by application and channels. */
  private readonly held = new Map<string, Group>();

  constructor(
    private readonly rows: SingleSendRepository,
    private readonly launches: LaunchService,
    private readonly audience: AudienceService,
    private readonly recipients: LaunchAudience,
    private readonly frozen: FrozenMessages,
    private readonly subBatches: SubBatches,
    private readonly accounts: ProviderAccounts,
    private readonly turns: AccountTurns,
    private readonly wire: Wire,
    private readonly settlements: SingleSettlements,
    private readonly leases: ChunkLeases,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes what of some dispatches nobody has begun, launches it and begins to send it. Resolves before it is sent: providers
   * and the turns of paced accounts are waited for apart, so that a slow one holds up no other.
   */
  async send(dispatchIds: readonly number[]): Promise<void> {
    const claimed = await this.rows.claim(dispatchIds, this.config.LEASE_MS);
    const since = performance.now();
    await Promise.all(byApplication(claimed).map((leases) => this.begin(leases, since)));
  }

  /** Resolves when all that was begun is settled or given up. */
  async idle(): Promise<void> {
    while (this.pending.size > 0) {
      await Promise.all(this.pending);
    }
  }

  private async begin(leases: readonly SingleLease[], since: number): Promise<void> {
    let planned: Planned[] = [];
    try {
      planned = await this.plan(leases.filter(isSmall));
    } catch (error) {
      this.logger.warn({ err: error, dispatches: leases.length }, 'single sends are launched one by one');
    }
    const small = planned.filter(({ chunks }) => sizeOf(chunks) <= MOST_RECIPIENTS);
    const kept = new Set(small.map(({ lease }) => lease));
    await this.leave(leases.filter((lease) => !kept.has(lease)));
    await Promise.all(byChannels(small).map((group) => this.start(group, since)));
  }

  /** Resolves when a group waits for others: for its turn, or its provider. */
  private async start(group: Group, since: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const run = this.admit(group, since, resolve)
        .catch((error: unknown) => this.logger.error({ err: error }, 'single sends failed'))
        .finally(() => {
          this.pending.delete(run);
          resolve();
        });
      this.pending.add(run);
    });
  }

  /** Sends a group once its accounts have room for it. What comes for a group that waits joins it. */
  private async admit(group: Group, since: number, waits: () => void): Promise<void> {
    const accounts = group.channels.map((channel) => `${group.planned[0]?.lease.appId}:${channel}`);
    const name = accounts.join();
    const waiting = this.held.get(name);
    if (waiting && waiting.planned.length + group.planned.length <= MOST_TOGETHER) {
      waiting.planned.push(...group.planned);
      return;
    }
    if (!this.places.areFree(accounts)) {
      this.held.set(name, group);
      waits();
    }
    const leave = await this.places.take(accounts, this.config.LEASE_MS * HELD_SHARE);
    if (this.held.get(name) === group) {
      this.held.delete(name);
    }
    try {
      await (leave ? this.run(group, since, waits) : this.launch(group.planned, []));
    } finally {
      leave?.();
    }
  }

  /** Gives launches back, to be taken up by the ordinary way at once. */
  private async leave(leases: readonly SingleLease[]): Promise<void> {
    if (leases.length > 0) {
      await this.rows.release(leases);
    }
    for (const { dispatchId, lane, epoch } of leases) {
      await this.launches.offerLaunch(dispatchId, lane, `left-${epoch}`);
    }
  }

  /** Those whose target means nothing any more are left out. */
  private async plan(leases: readonly SingleLease[]): Promise<Planned[]> {
    const [first] = leases;
    const wanted = [];
    for (const lease of leases) {
      try {
        wanted.push({ lease, target: await this.audience.resolve(lease.appId, lease.target) });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'invalid') {
          throw error;
        }
      }
    }
    const groups = first ? await this.recipients.recipientsOfEach(first.appId, wanted) : [];
    const planned: Planned[] = [];
    for (const [index, { lease }] of wanted.entries()) {
      const chunks = await this.launches.number(cutChunks(groups[index] ?? []));
      const message = await this.frozen.freeze(lease);
      planned.push({ lease, message, chunks: chunks.map((cut) => firstLease(lease, cut)) });
    }
    return planned;
  }

  /** @param waits  is called when the group begins to wait for others */
  private async run({ planned, channels }: Group, since: number, waits: () => void): Promise<void> {
    let loads: Load[];
    try {
      loads = await this.load(planned, channels, { since, waits });
    } catch (error) {
      this.logger.warn({ err: error, dispatches: planned.length }, 'single sends are launched one by one');
      await this.leave(planned.map(({ lease }) => lease));
      return;
    }
    const own = loads.flatMap((load) => load.own);
    const launched = await this.launch(planned, own);
    const leased = own.map(({ chunk }) => chunk).filter(({ dispatchId }) => launched.has(dispatchId));
    waits();
    await this.leases.keep(leased, async () => {
      const sent = await Promise.allSettled(loads.map((load) => this.sendLoad(load, launched)));
      // What one channel has sent is written down, whatever became of another.
      await this.settlements.settle(sent.flatMap((load) => (load.status === 'fulfilled' ? load.value : [])));
      const failed = sent.find((load) => load.status === 'rejected');
      if (failed) {
        throw failed.reason;
      }
    });
    if (channels.length === 0) {
      await this.settlements.finish([...launched]);
    }
  }

  /** What may leave now, by channel, each with its turn taken. */
  private async load(
    planned: readonly Planned[],
    channels: readonly Channel[],
    turn: { since: number; waits(): void },
  ): Promise<Load[]> {
    const all = planned.flatMap(({ chunks, message }) => chunks.map((chunk) => ({ chunk, message })));
    const loads: Load[] = [];
    for (const channel of channels) {
      const mine = all.filter(({ chunk }) => chunk.channel === channel);
      const load = await this.loadOf(mine, { ...turn, mayWait: channels.length === 1 });
      if (load) {
        loads.push(load);
      }
    }
    return loads;
  }

  /** @param how.mayWait  no channel waits for the turn of another */
  private async loadOf(
    mine: readonly Omit<Own, 'batch'>[],
    { since, waits, mayWait }: { since: number; waits(): void; mayWait: boolean },
  ): Promise<Load | undefined> {
    const [first] = mine;
    const state = first && (await this.accounts.find(first.chunk.appId, first.chunk.channel));
    if (!first || state?.kind !== 'ready' || (state.account.pace && !mayWait)) {
      return undefined;
    }
    const { account, isProbe } = state;
    const most = isProbe
      ? PROBE_SIZE
      : await this.turns.sizeOf(account, CHANNEL_POLICIES[first.chunk.channel].subBatch);
    const fitting = mine.filter((_, index) => sizeOf(mine.slice(0, index + 1).map(({ chunk }) => chunk)) <= most);
    const batches = await this.subBatches.prepareEach(fitting);
    const own = fitting.flatMap((each, index) => {
      const batch = batches[index];
      return batch ? [{ ...each, batch }] : [];
    });
    const size = own.reduce((sum, { batch }) => sum + batch.items.length, 0);
    const isOurTurn = size === 0 || (await this.takeTurn(account, size, { since, waits }));
    return isOurTurn ? { account, isProbe, own } : undefined;
  }

  /** Waits no longer than the lease of the launches surely holds. */
  private async takeTurn(
    account: Account,
    size: number,
    { since, waits }: { since: number; waits(): void },
  ): Promise<boolean> {
    if (!account.pace) {
      return true;
    }
    const turn = { lane: 'single', size, waits } as const;
    return this.turns.take(
      account,
      account.pace,
      turn,
      async () =>
        performance.now() - since < this.config.LEASE_MS / 3 &&
        (await this.accounts.find(account.appId, account.channel)).kind === 'ready',
    );
  }

  /**
   * Ends the launches, with all their chunks, and states whom we are about to send to.
   *
   * @returns the dispatches that are launched: of the others somebody else took the lease, or paused them
   */
  private async launch(planned: readonly Planned[], own: readonly Own[]): Promise<Set<number>> {
    if (planned.length === 0) {
      return new Set();
    }
    const intents = new Map(own.map(({ chunk, batch }) => [chunk, batch.items.map(({ recipientId }) => recipientId)]));
    const stored = planned.flatMap(({ chunks }) =>
      chunks.map((chunk): FirstChunk => ({ chunk, intent: intents.get(chunk) ?? null })),
    );
    const launched = await this.rows.launch(
      planned.map(({ lease, chunks }) => ({ lease, planned: sizeOf(chunks) })),
      stored,
      this.config.LEASE_MS,
    );
    const left = stored.filter(({ chunk, intent }) => intent === null && launched.has(chunk.dispatchId));
    await this.launches.offerOpen(
      left.map(({ chunk }) => ({ ...chunk, lane: 'single', abandoned: false })),
      'first',
    );
    return launched;
  }

  private async sendLoad({ account, isProbe, own }: Load, launched: ReadonlySet<number>): Promise<Ending[]> {
    const mine = own.filter(({ chunk }) => launched.has(chunk.dispatchId));
    const items = mine.flatMap(({ batch }) => batch.items);
    const report = await this.wire.deliver(account, items, 'single');
    if (items.length > 0) {
      await this.accounts.learn(account, report, isProbe).catch((error: unknown) => {
        this.logger.warn({ err: error, channel: account.channel }, 'the state of an account is not known');
      });
    }
    let next = 0;
    return mine.map(({ chunk, message, batch }) => {
      const outcomes = report.outcomes.slice(next, (next += batch.items.length));
      const verdict = this.wire.judge(chunk, message, batch.items, outcomes);
      const settlement = {
        ...verdict,
        results: [...batch.settled, ...verdict.results],
        inbox: finalMessages(batch.items, verdict.results),
        advance: batch.size,
        nextIntent: null,
        last: true,
      };
      return { chunk, message, settlement };
    });
  }
}

function firstLease(
  { appId, dispatchId }: SingleLease,
  { vb, channel, chunkId, ids }: { vb: number; channel: LeasedChunk['channel']; chunkId: number; ids: number[] },
): LeasedChunk {
  return {
    vb,
    appId,
    dispatchId,
    chunkId,
    channel,
    attempt: 0,
    expiresAt: null,
    done: 0,
    remaining: ids,
    counts: { sent: [], failed: [], skipped: [] },
    epoch: FIRST_EPOCH,
    hold: HOLDS.none,
    intent: null,
  };
}

function sizeOf(chunks: readonly LeasedChunk[]): number {
  return chunks.reduce((sum, { remaining }) => sum + remaining.length, 0);
}

function byApplication(leases: readonly SingleLease[]): SingleLease[][] {
  const apps = new Set(leases.map(({ appId }) => appId));
  return [...apps].map((appId) => leases.filter((lease) => lease.appId === appId));
}

function byChannels(planned: readonly Planned[]): Group[] {
  const groups = new Map<string, Group>();
  for (const each of planned) {
    const channels = [...new Set(each.chunks.map(({ channel }) => channel))].toSorted();
    const group = groups.get(channels.join()) ?? { channels, planned: [] };
    group.planned.push(each);
    groups.set(channels.join(), group);
  }
  return [...groups.values()];
}
