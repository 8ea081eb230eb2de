import { Inject, Injectable } from '@nestjs/common';
import { type SendableContents, StepContentsService } from '#libs/notifications/campaigns';
import { LOGGER } from '#platform/app';
import { LruCache } from '#platform/collections';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import type { JourneyVersion } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { toWritten } from '../texts/written-contents.js';
import { listContents } from '../model/program.js';

/** Steps in the memory of one process. */
const CACHE_SIZE = 500;
/** Sounds, button sets and topics may have changed since. */
const MAX_AGE_MS = 10_000;

/** Contents of a step with the key under which they are counted. */
export type StepContents = SendableContents & { notificationKey: number };

/** Reads the contents that steps send. */
@Injectable()
export class SendableContentsService {
  private readonly cache = new LruCache<string, { contents: StepContents; readAt: number }>({ max: CACHE_SIZE });

  constructor(
    private readonly contents: StepContentsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns by version and step, apart by a blank; null: its contents refer to what is not there any more */
  async find(
    { appId, journeyId, name }: Pick<Journey, 'appId' | 'journeyId' | 'name'>,
    versions: readonly JourneyVersion[],
  ): Promise<Map<string, StepContents | null>> {
    const found = new Map<string, StepContents | null>();
    for (const { version, definition, keys } of versions) {
      for (const step of listContents(definition)) {
        const notificationKey = keys[step.id];
        const place = `${journeyId} ${version} ${step.id}`;
        const cached = this.cache.get(place);
        if (cached && performance.now() - cached.readAt < MAX_AGE_MS) {
          found.set(`${version} ${step.id}`, cached.contents);
          continue;
        }
        const read = await this.contents.resolve(appId, toWritten(step, name)).catch((error: unknown) => {
          if (!(error instanceof AppError)) {
            throw error;
          }
          this.logger.error({ appId, journeyId, node: step.id }, 'contents of a journey refer to what is not there');
          return undefined;
        });
        found.set(`${version} ${step.id}`, null);
        if (read && notificationKey !== undefined) {
          const contents = { ...read, notificationKey };
          this.cache.set(place, { contents, readAt: performance.now() });
          found.set(`${version} ${step.id}`, contents);
        }
      }
    }
    return found;
  }
}
