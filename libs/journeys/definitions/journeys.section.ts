import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  requirePrivateView,
  type SectionContent,
  type Viewer,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import type { AwaitedEvent, JourneyDefinition } from '../model/journey.types.js';
import { listSteps } from '../model/program.js';
import { isSending, refuseUnapproved } from './journey-approval.js';
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

  async apply(tx: Tx, app: Application, value: unknown, { prune, editor }: ApplyContext): Promise<Difference[]> {
    const written = readJourneys(value, this.section);
    const stored = new Map((await this.journeys.lockAll(tx, app.id)).map((journey) => [journey.name, journey]));
    const differences: Difference[] = [];
    for (const journey of written.values()) {
      const present = stored.get(journey.name);
      const subject = `journeys: ${journey.name}`;
      const isChanged = !present || !isDeepStrictEqual(present.definition, journey.definition);
      if (isChanged || present.state !== journey.state) {
        await this.check(tx, app, journey, editor);
      }
      if (!present) {
        await this.journeys.insert(tx, { appId: app.id, ...journey });
        differences.push({ change: 'add', subject });
        continue;
      }
      if (isChanged) {
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

  /**
   * @throws AppError malformed for an event, an attribute or a message that is not defined; wrong_state where a member or a key
   *   would let a journey send past the approvals; as `requirePrivateView` for a private attribute, whose values its
   *   figures would tell
   */
  private async check(tx: Tx, app: Application, journey: WrittenJourney, editor: Viewer): Promise<void> {
    const { name, state, definition } = journey;
    if (isSending(state)) {
      refuseUnapproved(app.settings.approval, editor.by, name);
      await this.messages.check(tx, app.id, name, definition);
    }
    const catalogue = await this.events.findCatalogue(tx, app.id);
    for (const { event, codes } of listCompared(definition)) {
      const found = catalogue.find(event);
      if (!found) {
        throw malformed(`journeys: ${name}: no event is called '${event}'`);
      }
      for (const code of codes) {
        const attribute = found.attributeByKey.get(code);
        if (attribute?.code !== code) {
          throw malformed(`journeys: ${name}: the event ${event} has no attribute '${code}'`);
        }
        if (attribute.privateInfo) {
          requirePrivateView(editor, `journeys: ${name} compares '${code}', which is private`);
        }
      }
    }
  }
}

/** Lists the events of a journey with the attributes that it compares. */
function listCompared({ entry, goal, steps }: JourneyDefinition): { event: string; codes: string[] }[] {
  const awaited = [goal ?? [], listSteps(steps).flatMap((step) => (step.kind === 'waitFor' ? step : []))].flat();
  const codesOf = ({ same = [], where = {} }: AwaitedEvent): string[] => [...same, ...Object.keys(where)];
  return [
    { event: entry.event, codes: [entry.key ?? [], codesOf(entry), awaited.flatMap(({ same = [] }) => same)].flat() },
    ...awaited.map((event) => ({ event: event.event, codes: codesOf(event) })),
  ];
}
