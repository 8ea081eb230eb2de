import { Injectable } from '@nestjs/common';
import { NotificationDefinitionService } from '#libs/notifications';
import type { Statements } from '#platform/db';
import { AppError } from '#platform/errors';
import type { JourneyDefinition } from '../model/journey.types.js';
import { listMessages } from '../model/program.js';

/** Decides if the messages of a journey are there. */
@Injectable()
export class JourneyMessagesService {
  constructor(private readonly messages: NotificationDefinitionService) {}

  /** @throws AppError malformed for a message that no definition is named after */
  async check(on: Statements, appId: number, journey: string, definition: JourneyDefinition): Promise<void> {
    const names = listMessages(definition);
    const known = new Set(await this.messages.findNames(on, appId, names));
    const absent = names.find((name) => !known.has(name));
    if (absent !== undefined) {
      throw new AppError('malformed', `journeys: ${journey}: no definition is named '${absent}'`, { field: 'name' });
    }
  }
}
