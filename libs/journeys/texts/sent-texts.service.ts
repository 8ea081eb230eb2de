import { Injectable } from '@nestjs/common';
import { NotificationDefinitionService } from '#libs/notifications';
import { StepContentsService } from '#libs/notifications/campaigns';
import { AppError } from '#platform/errors';
import type { JourneyDefinition } from '../model/journey.types.js';
import { listContents, listMessages } from '../model/program.js';
import type { SentTexts } from './sent-texts.js';
import { toWritten } from './written-contents.js';

/** Reads the messages that a journey would send now. */
@Injectable()
export class SentTextsService {
  constructor(
    private readonly definitions: NotificationDefinitionService,
    private readonly contents: StepContentsService,
  ) {}

  /** Texts that refer to something that is not there are left out. It takes connections. */
  async read(appId: number, definition: JourneyDefinition): Promise<SentTexts> {
    const definitions = await this.definitions.findSendable(appId, listMessages(definition));
    const contents: Record<string, unknown> = {};
    for (const step of listContents(definition)) {
      try {
        contents[step.id] = await this.contents.resolve(appId, toWritten(step, ''));
      } catch (error) {
        if (!(error instanceof AppError)) {
          throw error;
        }
      }
    }
    return JSON.parse(JSON.stringify({ definitions: Object.fromEntries(definitions), contents })) as SentTexts;
  }
}
