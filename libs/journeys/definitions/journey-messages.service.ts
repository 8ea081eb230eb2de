import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { listUnknownFields } from '#libs/content';
import { EventDefinitionService } from '#libs/events';
import { NotificationDefinitionService } from '#libs/notifications';
import { StepContentsService } from '#libs/notifications/campaigns';
import type { Viewer } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { JourneyDefinition } from '../model/journey.types.js';
import { listContents, listMessages } from '../model/program.js';
import type { JourneyVersion } from './journey.repository.js';
import { toWritten } from '../texts/written-contents.js';

/** Decides if the messages of a journey are there. */
@Injectable()
export class JourneyMessagesService {
  constructor(
    private readonly messages: NotificationDefinitionService,
    private readonly contents: StepContentsService,
    private readonly events: EventDefinitionService,
  ) {}

  /**
   * @returns warnings of values that the events of the journey do not have
   * @throws AppError malformed for a message that no definition is named after; as `StepContentsService.resolve`
   */
  async check(tx: Tx, appId: number, journey: string, definition: JourneyDefinition): Promise<string[]> {
    const names = listMessages(definition);
    const known = new Set(await this.messages.findNames(tx, appId, names));
    const absent = names.find((name) => !known.has(name));
    if (absent !== undefined) {
      throw new AppError('malformed', `journeys: ${journey}: no definition is named '${absent}'`, { field: 'name' });
    }
    const codes = await this.listCodes(tx, appId, definition);
    const warnings: string[] = [];
    for (const step of listContents(definition)) {
      const { messages } = await atStep(journey, step.id, () => this.contents.resolve(appId, toWritten(step, journey)));
      const unknown = messages.flatMap(({ message }) => listUnknownFields(message, (name) => codes.get(name)));
      warnings.push(
        ...unknown.map(({ field, name }) => `journeys: ${journey}: ${step.id}: ${field}: the event has no '${name}'`),
      );
    }
    return [...new Set(warnings)];
  }

  /** Attributes of the event by which people enter, under the names that texts have for it. */
  private async listCodes(
    tx: Tx,
    appId: number,
    { entry }: JourneyDefinition,
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    if (!('event' in entry)) {
      return new Map();
    }
    const event = (await this.events.findCatalogue(tx, appId)).find(entry.event);
    const codes = event && [...event.attributeByKey.values()].map(({ code }) => code);
    return new Map(
      codes
        ? [
            ['event', new Set(codes)],
            ['batch', new Set(['count', ...codes])],
          ]
        : [],
    );
  }

  /** Checks the form of contents, and if a text decides by private values. @throws AppError as `StepContentsService.check` */
  async checkContents(appId: number, journey: string, definition: JourneyDefinition, viewer: Viewer): Promise<void> {
    await this.messages.refuseDecidingNamed(appId, listMessages(definition), viewer);
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
async function atStep<R>(journey: string, step: string, check: () => Promise<R>): Promise<R> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError) {
      const { refusal, message, detail, field } = error;
      const place = { ...(detail !== undefined && { detail }), ...(field !== undefined && { field }), cause: error };
      throw new AppError(refusal, `journeys: ${journey}: ${step}.contents: ${message}`, place);
    }
    throw error;
  }
}
