import { Injectable } from '@nestjs/common';
import type { Difference } from '#libs/tenancy';
import { cutInto } from '#platform/collections';
import type { Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { LEAVING } from '../model/journey.types.js';
import { listPlaces } from '../model/program.js';
import { Tally } from '../model/tally.js';
import { JourneyEventsService } from '../visits/journey-events.service.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { VisitRepository } from '../visits/visit.repository.js';
import { EXIT, type WrittenJourney } from './read-journey.js';

/** People of one statement. */
const BATCH = 2000;

/** Lets people inside a journey go on in its new version. */
@Injectable()
export class JourneyMoveService {
  constructor(
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly events: JourneyEventsService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Moves all people inside to the newest version, by the rules of the file.
   *
   * @throws AppError malformed, with numbers, for people at a step that the version lacks and `moved` does not name
   */
  async move(
    tx: Tx,
    { appId, journeyId, version }: { appId: number; journeyId: number; version: number },
    { name, definition, moved = new Map<string, string>() }: WrittenJourney,
  ): Promise<Difference[]> {
    const inside = await this.visits.countByNode(tx, appId, journeyId);
    const ids = new Set(listPlaces(definition.steps));
    const stranded = [...inside].filter(([node]) => !ids.has(node) && !moved.has(node));
    if (stranded.length > 0) {
      const people = stranded.map(([node, count]) => `${count} people are at '${node}'`).join(', ');
      throw malformed(`journeys: ${name}: moved: ${people}, which the new version lacks: name the step that follows`);
    }
    const isLeaving = (to: string): boolean => to === EXIT && !ids.has(EXIT);
    const leaving = [...moved].flatMap(([from, to]) => (isLeaving(to) ? from : []));
    const left = await this.visits.endAt(tx, appId, journeyId, leaving, LEAVING.moved);
    const tally = new Tally();
    left.forEach((visit) => tally.leave(visit));
    await this.passages.add(tx, appId, journeyId, tally.list(), this.clock.now());
    for (const part of cutInto(left, BATCH)) {
      const ended = part.map(({ uid }) => ({ uid, reason: LEAVING.moved }));
      await this.events.addLeft(tx, { appId, name }, ended);
    }
    const places = new Map([...moved].filter(([, to]) => !isLeaving(to)));
    await this.visits.moveToVersion(tx, { appId, journeyId, version }, { ids: [...ids], places }, this.clock.now());
    const people = [...inside.values()].reduce((sum, count) => sum + count, 0);
    return people === 0
      ? []
      : [{ change: 'change', subject: `journeys: ${name}: people inside`, to: `${people} in version ${version}` }];
  }
}
