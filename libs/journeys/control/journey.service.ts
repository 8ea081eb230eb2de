import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { JourneyRepository, type JourneyVersion } from '../definitions/journey.repository.js';
import type { Journey, Visit } from '../model/journey.types.js';
import { isSending } from '../requests/approval-rule.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { VisitRepository, type PastVisit } from '../visits/visit.repository.js';
import type { Walked } from '../visits/walked-visits.js';
import { addFigures, type JourneyFigures, type JourneyStatistics } from '../figures/journey-figures.js';
import { ApprovedTextService } from '../texts/approved-text.service.js';
import { JourneyPeopleRepository } from './journey-people.repository.js';

/** A journey with its people. */
export type CountedJourney = Journey & JourneyFigures;

/** People of one version of a journey. */
export type VersionStatistics = JourneyStatistics & { version: number };

/** Journeys for those who run them. */
@Injectable()
export class JourneyService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly people: JourneyPeopleRepository,
    private readonly texts: ApprovedTextService,
  ) {}

  async list(appId: number): Promise<Journey[]> {
    return this.journeys.list(this.db, appId);
  }

  /** The journeys of an application by their names, with their people. */
  async listCounted(appId: number): Promise<CountedJourney[]> {
    const journeys = await this.list(appId);
    const ids = journeys.map(({ journeyId }) => journeyId);
    const sums = await this.people.sumJourneys(this.db, appId, ids);
    const counts = new Map(
      (await this.people.countInside(this.db, appId, ids)).map(({ journeyId, inside }) => [journeyId, inside]),
    );
    return journeys.map((journey) => {
      const own = sums.filter(({ journeyId }) => journeyId === journey.journeyId);
      const { nodes: _nodes, ...figures } = addFigures(own.map((row) => ({ ...row, inside: 0 })));
      return { ...journey, ...figures, inside: counts.get(journey.journeyId) ?? 0 };
    });
  }

  /** @throws AppError unknown_key for a name that no journey has */
  async get(appId: number, name: string): Promise<Journey> {
    const journey = (await this.list(appId)).find(({ name: known }) => known === name);
    if (!journey) {
      throw unknownJourney(name);
    }
    return journey;
  }

  /** All versions of a journey, also of one that was removed. */
  async listVersions({ appId, journeyId }: Pick<Journey, 'appId' | 'journeyId'>): Promise<JourneyVersion[]> {
    return this.journeys.listVersions(this.db, appId, journeyId);
  }

  /** @throws AppError unknown_id for an id that no journey has */
  async getById(appId: number, id: number): Promise<Journey> {
    const journey = (await this.list(appId)).find(({ journeyId }) => journeyId === id);
    if (!journey) {
      throw new AppError('unknown_id', `There is no journey with the id ${id}`);
    }
    return journey;
  }

  /** Sums of a journey: of all versions, and of each that has people, the newest first. */
  async getFigures({
    appId,
    journeyId,
  }: Pick<Journey, 'appId' | 'journeyId'>): Promise<{ all: JourneyStatistics; versions: VersionStatistics[] }> {
    const rows = await this.passages.sum(this.db, appId, journeyId);
    const versions = [...new Set(rows.map(({ version }) => version))].toSorted((a, b) => b - a);
    return {
      all: addFigures(rows),
      versions: versions.map((version) => ({
        version,
        ...addFigures(rows.filter((row) => row.version === version)),
      })),
    };
  }

  /** Names of definitions, and ids of steps with contents, whose text changed since its approval: the approved one goes out. */
  async findChangedTexts(journey: Journey): Promise<string[]> {
    return isSending(journey.state) ? (await this.texts.compare(journey)).changed : [];
  }

  /** The visits of a user to a journey: those inside, and the newest past ones. */
  async explain(
    { appId, journeyId }: Pick<Journey, 'appId' | 'journeyId'>,
    uid: number,
  ): Promise<{ inside: Walked<Visit>[]; past: Walked<PastVisit>[] }> {
    return {
      inside: await this.visits.findOfUser(this.db, appId, journeyId, uid),
      past: await this.visits.findPastOfUser(this.db, appId, journeyId, uid),
    };
  }
}

/** The refusal of a name that no journey has. */
export function unknownJourney(name: string): AppError {
  return new AppError('unknown_key', `No journey is called '${name.slice(0, 80)}'`, { field: 'name' });
}
