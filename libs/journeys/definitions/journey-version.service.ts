import { Injectable } from '@nestjs/common';
import type { Difference } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import type { Journey } from '../model/journey.types.js';
import { JourneyMessagesService } from './journey-messages.service.js';
import { JourneyMoveService } from './journey-move.service.js';
import { JourneyRepository } from './journey.repository.js';
import type { WrittenJourney } from './read-journey.js';

/** Makes a checked definition the newest version of a journey. */
@Injectable()
export class JourneyVersionService {
  constructor(
    private readonly journeys: JourneyRepository,
    private readonly messages: JourneyMessagesService,
    private readonly moves: JourneyMoveService,
  ) {}

  /**
   * Adds a version to a locked journey. People inside stay in theirs, or move as the change says.
   *
   * @throws AppError as `JourneyMessagesService.check` where it will send; as `JourneyMoveService.move`
   */
  async add(
    tx: Tx,
    { appId, journeyId, version: newest }: Pick<Journey, 'appId' | 'journeyId' | 'version'>,
    change: WrittenJourney,
  ): Promise<Difference[]> {
    const { name, definition, moved } = change;
    const [before] = await this.journeys.findVersions(tx, appId, journeyId, [newest]);
    const keys = await this.messages.storeKeys(tx, { appId, name, definition }, before);
    const version = await this.journeys.addVersion(tx, appId, journeyId, { definition, keys });
    const differences: Difference[] = [{ change: 'change', subject: `journeys: ${name}` }];
    if (moved) {
      differences.push(...(await this.moves.move(tx, { appId, journeyId, version }, change)));
    }
    return differences;
  }
}
