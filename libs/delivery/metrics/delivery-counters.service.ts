import { Injectable } from '@nestjs/common';
import type { Outcome } from '#libs/channels';
import { type Channel, CHANNELS } from '#libs/channels/definitions';
import { type AnyMetric, CountTable, SecondsCounts } from '#platform/health';
import { type BatchCommit, type Lane, LANES, type Result, STATUSES } from '../model/delivery.types.js';

/** Outcomes of a recipient. `in_doubt`: it is unknown if the message left. */
const OUTCOMES = ['sent', 'failed', 'expired', 'skipped', 'in_doubt'] as const;

/** Kinds of answers of a provider. Answers with another attempt are distinguished by what they blame. */
const ANSWER_KINDS = [
  'sent',
  'failed',
  'dead',
  'rate_limited',
  'unavailable',
  'refused',
  'unknown',
  'withheld',
] as const;
type AnswerKind = (typeof ANSWER_KINDS)[number];

/** Causes of attempts without an answer: the worker died, or the provider said nothing. */
const DOUBT_CAUSES = ['crash', 'unanswered'] as const;

/** Seconds, from the answer of a provider nearby to the longest deadline of a batch. */
const BATCH_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** Seconds, from a single message to a campaign that is sent for a day. */
const SETTLE_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14_400, 86_400];

/** Calls for live data: `shared` needed none, `resting` was left alone after failures. */
const LIVE_SCOPES = ['campaign', 'person'] as const;
const LIVE_OUTCOMES = ['answered', 'shared', 'resting', 'failed'] as const;
/** Seconds, to the longest time-out of a call. */
const LIVE_BOUNDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const CHANNEL_NAMES = Object.keys(CHANNELS) as Channel[];

/** Counts what a worker has sent since its start. Each batch adds plain numbers; nothing is done for a single recipient. */
@Injectable()
export class DeliveryCountersService {
  private readonly messages = new CountTable(['channel', 'outcome'], CHANNEL_NAMES, OUTCOMES);
  private readonly answers = new CountTable(['channel', 'kind'], CHANNEL_NAMES, ANSWER_KINDS);
  private readonly unconfirmed = new CountTable(['channel', 'cause'], CHANNEL_NAMES, DOUBT_CAUSES);
  private readonly live = new CountTable(['per', 'outcome'], LIVE_SCOPES, LIVE_OUTCOMES);
  private readonly liveSeconds = new SecondsCounts({}, LIVE_BOUNDS);
  private readonly retries = byChannel(() => ({ count: 0 }));
  private readonly batchSeconds = byChannel((channel) => new SecondsCounts({ channel }, BATCH_BOUNDS));
  private readonly settleSeconds = {
    [LANES.bulk]: settleSecondsOf(LANES.bulk),
    [LANES.transactional]: settleSecondsOf(LANES.transactional),
  };

  /**
   * Counts a committed batch.
   *
   * @param seconds  from when its send was due
   */
  countCommit(
    channel: Channel,
    lane: Lane,
    { results, retries, unconfirmed }: Pick<BatchCommit, 'results' | 'retries' | 'unconfirmed'>,
    seconds: number,
  ): void {
    const row = this.messages.row(channel);
    for (const result of results) {
      row[outcomeOf(result)] += 1;
    }
    if (results.length > 0) {
      this.settleSeconds[lane][channel].observe(seconds, results.length);
    }
    this.retries[channel].count += retries.length;
    for (const { cause } of unconfirmed) {
      this.unconfirmed.row(channel)[cause === 'crash' ? 'crash' : 'unanswered'] += 1;
    }
  }

  /** Counts the answers to a batch. @param seconds  from handing it to the sender to its last answer */
  countAnswers(channel: Channel, outcomes: readonly Outcome[], seconds: number): void {
    const row = this.answers.row(channel);
    for (const outcome of outcomes) {
      row[kindOf(outcome)] += 1;
    }
    this.batchSeconds[channel].observe(seconds);
  }

  /** Counts a question for live data. @param seconds  of a call; absent: there was none */
  countLive(per: (typeof LIVE_SCOPES)[number], outcome: (typeof LIVE_OUTCOMES)[number], seconds?: number): void {
    this.live.row(per)[outcome] += 1;
    if (seconds !== undefined) {
      this.liveSeconds.observe(seconds);
    }
  }

  metrics(): AnyMetric[] {
    return [
      {
        name: 'herald_messages_total',
        help: 'Recipients with a final result, by how they ended',
        isCounter: true,
        labels: ['channel', 'outcome'],
        read: () => this.messages.read(),
      },
      {
        name: 'herald_retries_total',
        help: 'Recipients that were put off to another attempt',
        isCounter: true,
        labels: ['channel'],
        read: () => CHANNEL_NAMES.map((channel) => ({ labels: { channel }, value: this.retries[channel].count })),
      },
      {
        name: 'herald_unconfirmed_sends_total',
        help: 'Attempts that may or may not have reached the provider, by cause',
        isCounter: true,
        labels: ['channel', 'cause'],
        read: () => this.unconfirmed.read(),
      },
      {
        name: 'herald_provider_answers_total',
        help: 'Answers of providers to single messages, by kind',
        isCounter: true,
        labels: ['channel', 'kind'],
        read: () => this.answers.read(),
      },
      {
        name: 'herald_provider_batch_seconds',
        help: 'Time from handing a batch to the sender to the last answer of the provider',
        labels: ['channel'],
        series: Object.values(this.batchSeconds),
      },
      {
        name: 'herald_live_data_total',
        help: 'Questions for live data, by what came of them',
        isCounter: true,
        labels: ['per', 'outcome'],
        read: () => this.live.read(),
      },
      {
        name: 'herald_live_data_seconds',
        help: 'Time of calls for live data',
        labels: [],
        series: [this.liveSeconds],
      },
      {
        name: 'herald_settle_seconds',
        help: 'Time from when a send was due until the result of a recipient was stored',
        labels: ['lane', 'channel'],
        series: Object.values(this.settleSeconds).flatMap((ofLane) => Object.values(ofLane)),
      },
    ];
  }
}

function byChannel<T>(make: (channel: Channel) => T): Record<Channel, T> {
  return Object.fromEntries(CHANNEL_NAMES.map((channel) => [channel, make(channel)])) as Record<Channel, T>;
}

function settleSecondsOf(lane: Lane): Record<Channel, SecondsCounts> {
  return byChannel((channel) => new SecondsCounts({ lane, channel }, SETTLE_BOUNDS));
}

function outcomeOf({ status, reason }: Result): (typeof OUTCOMES)[number] {
  if (status !== STATUSES.failed) {
    return status === STATUSES.success ? 'sent' : 'skipped';
  }
  return reason === 'IN_DOUBT' ? 'in_doubt' : reason === 'EXPIRED' ? 'expired' : 'failed';
}

function kindOf(outcome: Outcome): AnswerKind {
  if (outcome.kind !== 'retry') {
    return outcome.kind;
  }
  switch (outcome.reason) {
    case 'RATE_LIMITED':
      return 'rate_limited';
    case 'PROVIDER_UNAVAILABLE':
      return 'unavailable';
    default:
      return 'refused';
  }
}
