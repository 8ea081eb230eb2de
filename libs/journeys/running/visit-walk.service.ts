import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import type { ChangeKind } from '#platform/outbox';
import { advanceVisit, type Answer } from '../model/advance.js';
import type { Visit } from '../model/journey.types.js';
import { originOf } from '../model/visit-params.js';
import { PendingPeopleService } from './pending-people.service.js';
import { PersonFactsService } from './person-facts.service.js';
import { ProgramService } from './program.service.js';
import type { Step } from './step.types.js';

/** Walks visits to their next places: a question that several of them ask is answered for all of them at once. */
@Injectable()
export class VisitWalkService {
  constructor(
    private readonly programs: ProgramService,
    private readonly facts: PersonFactsService,
    private readonly pending: PendingPeopleService,
  ) {}

  /**
   * Chooses one visit of each person without an unapplied change in the feed: a send names a person once.
   *
   * @param kinds  changes of messages that count beside events
   */
  async chooseSettled(tx: Tx, appId: number, due: readonly Visit[], kinds: readonly ChangeKind[]): Promise<Visit[]> {
    const chosen = await this.pending.find(tx, appId, [...new Set(due.map(({ uid }) => uid))], kinds);
    return due.filter(({ uid }) => !chosen.has(uid) && chosen.add(uid));
  }

  /** @param visits  of one journey, at most one of each person */
  async walk(
    tx: Tx,
    { appId, journeyId }: { appId: number; journeyId: number },
    visits: readonly Visit[],
    now: Date,
  ): Promise<Step[]> {
    const [first] = visits;
    if (!first) {
      return [];
    }
    const versions = await this.programs.findVersions(tx, { appId, journeyId, version: first.version }, visits);
    const known = new Map(visits.map((visit) => [visit.uid, new Map<string, Answer>()]));
    const walked: Step[] = [];
    for (let open = visits; open.length > 0;) {
      const steps = open.flatMap((visit) => {
        const version = versions.get(visit.version);
        if (!version) {
          return [];
        }
        const origin = originOf(version.definition);
        return { visit, origin, advance: advanceVisit(version.program, visit, now, known.get(visit.uid)) };
      });
      walked.push(...steps.filter(({ advance }) => !advance.asks));
      const asking = steps.filter(({ advance }) => advance.asks);
      for (const [step, group] of groupBy(asking, ({ advance }) => advance.asks)) {
        const asked = group.map(({ visit }) => visit);
        const answers = step && (await this.facts.answer(tx, { appId, journeyId }, step, asked, now));
        asked.forEach(({ uid }) => step && known.get(uid)?.set(step.id, answers?.get(uid) ?? null));
      }
      open = asking.map(({ visit }) => visit);
    }
    return walked;
  }
}
