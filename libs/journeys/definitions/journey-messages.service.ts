import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { NotificationDefinitionService } from '#libs/notifications';
import { StepContentsService } from '#libs/notifications/campaigns';
import type { Viewer } from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { JourneyDefinition } from '../model/journey.types.js';
import { listContents, listMessages } from '../model/program.js';
import type { JourneyVersion } from './journey.repository.js';
import { toWritten } from './written-contents.js';

/** Decides if the messages of a journey are there. */
@Injectable()
export class JourneyMessagesService {
  constructor(
    private readonly messages: NotificationDefinitionService,
    private readonly contents: StepContentsService,
  ) {}

  /** @throws AppError malformed for a message that no definition is named after; as `StepContentsService.resolve` */
  async check(on: Statements, appId: number, journey: string, definition: JourneyDefinition): Promise<void> {
    const names = listMessages(definition);
    const known = new Set(await this.messages.findNames(on, appId, names));
    const absent = names.find((name) => !known.has(name));
    if (absent !== undefined) {
      throw new AppError('malformed', `journeys: ${journey}: no definition is named '${absent}'`, { field: 'name' });
    }
    for (const step of listContents(definition)) {
      await atStep(journey, step.id, () => this.contents.resolve(appId, toWritten(step, journey)));
    }
  }

  /** Checks the form of contents. @throws AppError as `StepContentsService.check` */
  async checkContents(appId: number, journey: string, definition: JourneyDefinition, viewer: Viewer): Promise<void> {
    for (const step of listContents(definition)) {
      await atStep(journey, step.id, () => this.contents.check(appId, toWritten(step, journey), viewer));
    }
  }

  /**
   * Stores keys for contents, by their steps. Those that stay have the key of the version before.
   *
   * @param before  the version before; absent: there is none
   */
  async storeKeys(
    tx: Tx,
    { appId, name, definition }: { appId: number; name: string; definition: JourneyDefinition },
    before?: Pick<JourneyVersion, 'definition' | 'keys'>,
  ): Promise<Record<string, number>> {
    const earlier = new Map(before ? listContents(before.definition).map((step) => [step.id, step]) : []);
    const keys: Record<string, number> = {};
    for (const step of listContents(definition)) {
      const known = isDeepStrictEqual(earlier.get(step.id), step) ? before?.keys[step.id] : undefined;
      keys[step.id] = known ?? (await this.contents.storeKey(tx, appId, toWritten(step, name)));
    }
    return keys;
  }
}

/** Names the step in a refusal of its contents, which may be those of any. */
async function atStep(journey: string, step: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof AppError) {
      const { refusal, message, detail, field } = error;
      const place = { ...(detail !== undefined && { detail }), ...(field !== undefined && { field }), cause: error };
      throw new AppError(refusal, `journeys: ${journey}: ${step}.contents: ${message}`, place);
    }
    throw error;
  }
}
