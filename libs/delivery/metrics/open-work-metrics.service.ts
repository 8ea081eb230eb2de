import { Injectable } from '@nestjs/common';
import { type Channel, CHANNELS } from '#libs/channels/definitions';
import { type MetricSource, type MetricValue, CachedFigures } from '#platform/health';
import { JobQueue } from '#platform/queue';
import { channelByCode } from '../model/channel-policy.js';
import { allQueueNames, chunkQueueName, launchQueueName, WEBHOOK_QUEUE } from '../model/delivery.jobs.js';
import { type OpenWork, OpenWorkRepository } from './open-work.repository.js';

const CHUNK_STATES = ['ready', 'leased', 'resting', 'waiting', 'paused'] as const;
const CHANNEL_NAMES = Object.keys(CHANNELS) as Channel[];

/** How much open work there is and how old it is. Any scheduler reports the same. */
@Injectable()
export class OpenWorkMetricsService {
  constructor(
    private readonly repository: OpenWorkRepository,
    private readonly queue: JobQueue,
  ) {}

  /** Metrics that share one reading every few seconds. */
  metrics(): MetricSource[] {
    const openWork = new CachedFigures(() => this.repository.read());
    const depths = new CachedFigures(() => this.readDepths());
    const ofWork = (
      name: string,
      help: string,
      labels: readonly string[],
      values: (work: OpenWork) => readonly MetricValue[],
    ): MetricSource => ({ name, help, labels, read: async () => values(await openWork.get()) });
    return [
      {
        name: 'herald_queue_depth',
        help: 'Jobs that wait in a queue; absent while the queue does not answer',
        labels: ['queue'],
        read: () => depths.get(),
      },
      ofWork(
        'herald_queue_oldest_seconds',
        'Since the oldest work of a queue that no worker holds was due; 0: there is none',
        ['queue'],
        oldestByQueue,
      ),
      ofWork(
        'herald_queue_chunks',
        'Open chunks: for a worker to take, held by one, given back until their account may send, before their time, paused',
        ['queue', 'state'],
        ({ chunks }) =>
          chunks.flatMap((entry) =>
            CHUNK_STATES.map((state) => ({ labels: { queue: queueOf(entry), state }, value: entry[state] })),
          ),
      ),
      ofWork(
        'herald_worker_demand',
        'Chunks, launches and due retries that workers hold or could take, in chunks of about 1,000; for an autoscaler',
        [],
        ({ demand }) => [{ value: demand }],
      ),
      ofWork(
        'herald_in_doubt',
        'Recipients in flight of workers that have gone; the next worker decides on them',
        ['channel'],
        ({ inDoubt }) =>
          CHANNEL_NAMES.map((channel) => ({ labels: { channel }, value: inDoubt.get(CHANNELS[channel]) ?? 0 })),
      ),
      ofWork('herald_retries_waiting', 'Recipients that wait for another attempt, counted up to 10,000', [], (work) => [
        { value: work.retries.count },
      ]),
      ofWork('herald_retries_overdue_seconds', 'Since the oldest waiting attempt was due', [], (work) => [
        { value: work.retries.overdueSeconds },
      ]),
      ofWork('herald_webhooks_waiting', 'Webhook deliveries that wait, counted up to 10,000', [], (work) => [
        { value: work.webhooks.count },
      ]),
      ofWork('herald_webhooks_oldest_seconds', 'Since the oldest waiting webhook delivery was made', [], (work) => [
        { value: work.webhooks.oldestSeconds },
      ]),
      ofWork(
        'herald_webhooks_given_up',
        'Webhook deliveries that failed for good within the last week, counted up to 10,000',
        [],
        (work) => [{ value: work.webhooks.givenUp }],
      ),
    ];
  }

  private async readDepths(): Promise<MetricValue[]> {
    if (!this.queue.status.isUp) {
      return [];
    }
    return Promise.all(
      allQueueNames().map(async (queue) => ({ labels: { queue }, value: await this.queue.countWaiting(queue) })),
    );
  }
}

/** Every queue has a value, so that work which vanishes is seen as such. */
function oldestByQueue({ chunks, unlaunched, webhooks }: OpenWork): MetricValue[] {
  const ages = new Map(allQueueNames().map((queue) => [queue, 0]));
  chunks.forEach((entry) => ages.set(queueOf(entry), entry.oldestSeconds ?? 0));
  unlaunched.forEach(({ lane, oldestSeconds }) => ages.set(launchQueueName(lane), oldestSeconds));
  ages.set(WEBHOOK_QUEUE, webhooks.overdueSeconds);
  return [...ages].map(([queue, value]) => ({ labels: { queue }, value: Math.max(0, value) }));
}

function queueOf({ lane, channel }: OpenWork['chunks'][number]): string {
  return chunkQueueName(lane, channelByCode(channel));
}
