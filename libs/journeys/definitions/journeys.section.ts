import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { JourneyCheckService } from './journey-check.service.js';
import { JourneyMessagesService } from './journey-messages.service.js';
import { JourneyMoveService } from './journey-move.service.js';
import { JourneyRepository } from './journey.repository.js';
import { JOURNEYS_REFERENCE } from './journeys-reference.js';
import { readJourneys } from './read-journey.js';
import { writeJourney } from './write-journey.js';

/** The section `journeys` of an application file. */
@Injectable()
export class JourneysSection implements ApplySection {
  readonly section = 'journeys';
  readonly reference = JOURNEYS_REFERENCE;

  constructor(
    private readonly journeys: JourneyRepository,
    private readonly checks: JourneyCheckService,
    private readonly messages: JourneyMessagesService,
    private readonly moves: JourneyMoveService,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown, { prune, editor }: ApplyContext): Promise<Difference[]> {
    const written = readJourneys(value, this.section);
    const stored = new Map((await this.journeys.lockAll(tx, app.id)).map((journey) => [journey.name, journey]));
    const differences: Difference[] = [];
    for (const file of written.values()) {
      const present = stored.get(file.name);
      const isSame = isDeepStrictEqual(present?.definition, file.definition);
      const journey = isSame ? file : { ...file, definition: await this.checks.seal(tx, app.id, file, editor) };
      const subject = `journeys: ${journey.name}`;
      const isChanged = !present || !isDeepStrictEqual(present.definition, journey.definition);
      if (isChanged || present.state !== journey.state) {
        await this.checks.check(tx, app, journey, editor);
      }
      if (!present) {
        const added = { appId: app.id, ...journey };
        await this.journeys.insert(tx, added, await this.messages.storeKeys(tx, added));
        differences.push({ change: 'add', subject });
        continue;
      }
      if (isChanged) {
        const { name, definition } = journey;
        const [before] = await this.journeys.findVersions(tx, app.id, present.journeyId, [present.version]);
        const keys = await this.messages.storeKeys(tx, { appId: app.id, name, definition }, before);
        const version = await this.journeys.addVersion(tx, app.id, present.journeyId, { definition, keys });
        differences.push({ change: 'change', subject });
        if (journey.moved) {
          const place = { appId: app.id, journeyId: present.journeyId, version };
          differences.push(...(await this.moves.move(tx, place, journey)));
        }
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
}
