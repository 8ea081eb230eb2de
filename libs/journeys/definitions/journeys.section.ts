import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { listSteps } from '../model/program.js';
import { JourneyMessagesService } from './journey-messages.service.js';
import { JourneyRepository } from './journey.repository.js';
import { JOURNEYS_REFERENCE } from './journeys-reference.js';
import { readJourneys, type WrittenJourney } from './read-journey.js';
import { writeJourney } from './write-journey.js';

/** The section `journeys` of an application file. */
@Injectable()
export class JourneysSection implements ApplySection {
  readonly section = 'journeys';
  readonly reference = JOURNEYS_REFERENCE;

  constructor(
    private readonly journeys: JourneyRepository,
    private readonly events: EventDefinitionService,
    private readonly messages: JourneyMessagesService,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const written = readJourneys(value, this.section);
    await this.checkReferences(tx, app.id, [...written.values()]);
    const stored = new Map((await this.journeys.lockAll(tx, app.id)).map((journey) => [journey.name, journey]));
    const differences: Difference[] = [];
    for (const journey of written.values()) {
      const present = stored.get(journey.name);
      const subject = `journeys: ${journey.name}`;
      if (!present) {
        await this.journeys.insert(tx, { appId: app.id, ...journey });
        differences.push({ change: 'add', subject });
        continue;
      }
      if (!isDeepStrictEqual(present.definition, journey.definition)) {
        await this.journeys.addVersion(tx, app.id, present.journeyId, journey.definition);
        differences.push({ change: 'change', subject });
      }
      if (present.state !== journey.state) {
        await this.journeys.setState(tx, app.id, present.journeyId, journey.state);
        differences.push({ change: 'change', subject: `${subject}: state`, from: present.state, to: journey.state });
      }
    }
    for (const { name, journeyId } of prune ? stored.values() : []) {
      if (!written.has(name)) {
        await this.journeys.remove(tx, app.id, journeyId);
        differences.push({ change: 'remove', subject: `journeys: ${name}` });
      }
    }
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.journeys.list(on, id);
    return rows.length === 0 ? undefined : { value: rows.map(writeJourney), withheld: [] };
  }

  /** @throws AppError malformed for an event, an attribute or a message that is not defined */
  private async checkReferences(tx: Tx, appId: number, written: readonly WrittenJourney[]): Promise<void> {
    const catalogue = await this.events.findCatalogue(tx, appId);
    for (const { name, state, definition } of written) {
      if (state === 'on' || state === 'closed') {
        await this.messages.check(tx, appId, name, definition);
      }
      const { entry, goal, steps } = definition;
      const awaited = [goal ?? [], listSteps(steps).flatMap((step) => (step.kind === 'waitFor' ? step : []))].flat();
      for (const { event, where, codes } of [
        { ...entry, codes: [entry.key ?? [], awaited.flatMap(({ same = [] }) => same)].flat() },
        ...awaited.map((event) => ({ ...event, codes: event.same ?? [] })),
      ]) {
        const found = catalogue.find(event);
        if (!found) {
          throw malformed(`journeys: ${name}: no event is called '${event}'`);
        }
        const code = [...codes, ...Object.keys(where ?? {})].find(
          (named) => found.attributeByKey.get(named)?.code !== named,
        );
        if (code !== undefined) {
          throw malformed(`journeys: ${name}: the event ${event} has no attribute '${code}'`);
        }
      }
    }
  }
}
