import { Injectable } from '@nestjs/common';
import { NotificationDefinitionService } from '#libs/notifications';
import { Database } from '#platform/db';
import type { Journey } from '../model/journey.types.js';
import { listMessages, listSteps } from '../model/program.js';
import { JourneyRepository } from './journey.repository.js';

/** Finds the keys under which messages of steps are counted. Steps that send one definition share its key. */
@Injectable()
export class MessageKeysService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly messages: NotificationDefinitionService,
  ) {}

  /** @returns by the steps of the newest version that send */
  async find({ appId, journeyId, version, definition }: Journey): Promise<Map<string, number>> {
    const [stored] = await this.journeys.findVersions(this.db, appId, journeyId, [version]);
    const named = stored ? await this.messages.findSendable(appId, listMessages(definition)) : new Map<string, never>();
    const keys = new Map<string, number>();
    for (const step of listSteps(definition.steps)) {
      const key =
        step.kind !== 'send'
          ? undefined
          : 'message' in step
            ? named.get(step.message)?.notificationKey
            : stored?.keys[step.id];
      if (step.kind === 'send' && key !== undefined) {
        keys.set(step.id, key);
      }
    }
    return keys;
  }
}
