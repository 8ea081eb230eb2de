import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { assertEveryJobHandled, defineHandler, type JobHandler } from '#platform/queue';
import { LaunchService } from '../launching/launch.service.js';
import {
  allQueueNames,
  countJobPlaces,
  DELIVERY_JOBS,
  deliverWebhook,
  launchDispatch,
  sendChunk,
  sendTransactional,
} from '../model/delivery.jobs.js';
import { TransactionalSenderService } from '../transactional/transactional-sender.service.js';
import { WebhookSenderService } from '#libs/delivery/webhooks';
import { FairTurnService } from './fair-turn.service.js';

/** A queue that every worker listens to. @property places  jobs of it that one worker runs at a time */
export interface DeliveryQueue {
  name: string;
  places: number;
}

/** The jobs of delivery: their queues, and what runs them. */
@Injectable()
export class DeliveryJobsService {
  constructor(
    private readonly launches: LaunchService,
    private readonly transactional: TransactionalSenderService,
    private readonly turns: FairTurnService,
    private readonly webhooks: WebhookSenderService,
    private readonly config: Config,
  ) {}

  /** @throws Error when a declared job has no handler or two */
  listHandlers(): JobHandler[] {
    const handlers = [
      defineHandler(launchDispatch, ({ dispatchId }) => this.launches.launch(dispatchId)),
      defineHandler(sendTransactional, ({ dispatchIds }) => this.transactional.send(dispatchIds)),
      defineHandler(sendChunk, (key, queueName) => this.turns.sendChunk(key, queueName)),
      defineHandler(deliverWebhook, ({ callId }) => this.webhooks.deliver(callId)),
    ];
    assertEveryJobHandled(DELIVERY_JOBS, handlers);
    return handlers;
  }

  listQueues(): DeliveryQueue[] {
    return allQueueNames().map((name) => ({ name, places: countJobPlaces(name, this.config) }));
  }
}
