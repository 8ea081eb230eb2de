import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
  type SetupEditor,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import type { Journey } from '../model/journey.types.js';
import { JourneyCheckService } from './journey-check.service.js';
import { JourneyMessagesService } from './journey-messages.service.js';
import { JourneyVersionService } from './journey-version.service.js';
import { JourneyRepository } from './journey.repository.js';
import { isFreed, isSending, mustAsk } from '../requests/approval-rule.js';
import { RequestService } from '../requests/request.service.js';
import { ApprovedTextService } from '../texts/approved-text.service.js';
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
    private readonly checks: JourneyCheckService,
    private readonly messages: JourneyMessagesService,
    private readonly versions: JourneyVersionService,
    private readonly requests: RequestService,
    private readonly texts: ApprovedTextService,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const { prune, editor } = context;
    const written = readJourneys(value, this.section);
    const stored = new Map((await this.journeys.lockAll(tx, app.id)).map((journey) => [journey.name, journey]));
    const differences = await this.rename(tx, app.id, written, stored);
    const warnings: string[] = [];
    for (const file of written.values()) {
      const present = stored.get(file.name);
      const isSame = isDeepStrictEqual(present?.definition, file.definition);
      const journey = isSame ? file : { ...file, definition: await this.checks.seal(tx, app.id, file, editor) };
      const subject = `journeys: ${journey.name}`;
      const isChanged = !present || !isDeepStrictEqual(present.definition, journey.definition);
      const waits =
        mustAsk(app.settings.approval, editor.by) &&
        (isChanged
          ? isSending(journey.state)
          : present !== undefined && isFreed(present.state, journey.state, present.isApproved === true));
      if (isChanged || present.state !== journey.state) {
        // A change that waits sends nothing yet, so its state is none of those that need an approval.
        const checked = waits ? { ...journey, state: 'off' as const } : journey;
        warnings.push(...(await this.checks.check(tx, app, checked, editor)));
      }
      if (waits) {
        warnings.push(...(await this.messages.check(tx, app.id, journey.name, journey.definition)));
        differences.push(...(await this.ask(tx, app, present, journey, editor)));
        continue;
      }
      if (!present) {
        await this.bindTexts(tx, app.id, await this.insert(tx, app.id, journey), journey);
        differences.push({ change: 'add', subject });
        continue;
      }
      if (isChanged) {
        differences.push(...(await this.versions.add(tx, present, journey)));
      }
      if (present.state !== journey.state) {
        await this.journeys.setState(tx, app.id, present.journeyId, journey.state);
        differences.push({ change: 'change', subject: `${subject}: state`, from: present.state, to: journey.state });
      }
      if (isChanged || present.state !== journey.state) {
        await this.bindTexts(tx, app.id, present.journeyId, journey);
      }
    }
    warnings.forEach((warning) => context.warn(warning));
    for (const { name, journeyId } of prune ? stored.values() : []) {
      if (!written.has(name)) {
        await this.journeys.remove(tx, app.id, journeyId);
        differences.push({ change: 'remove', subject: `journeys: ${name}` });
      }
    }
    return differences;
  }

  /**
   * Gives journeys the names that they have in the file now. In the list of stored ones they stand under these then.
   *
   * @throws AppError malformed for a name that the file gives another journey, too
   */
  private async rename(
    tx: Tx,
    appId: number,
    written: ReadonlyMap<string, WrittenJourney>,
    stored: Map<string, Journey>,
  ): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (const { name, was } of written.values()) {
      const present = was === undefined ? undefined : stored.get(was);
      if (!present || stored.has(name)) {
        continue;
      }
      if (written.has(present.name)) {
        throw malformed(`${this.section}: ${name}: was: another entry is called ${present.name}`);
      }
      await this.journeys.rename(tx, appId, present.journeyId, name);
      stored.delete(present.name);
      stored.set(name, { ...present, name });
      differences.push({ change: 'change', subject: `journeys: ${name}: name`, from: present.name, to: name });
    }
    return differences;
  }

  /** Asks for a change that would send. A journey that is new is stored, and is off until then. */
  private async ask(
    tx: Tx,
    app: Application,
    present: Journey | undefined,
    journey: WrittenJourney,
    { by, behind }: SetupEditor,
  ): Promise<Difference[]> {
    const { name, state, definition, moved } = journey;
    const stored = present ?? {
      appId: app.id,
      journeyId: await this.insert(tx, app.id, { ...journey, state: 'off' }),
      version: 1,
      name,
      definition,
      state: 'off' as const,
    };
    const change = { state, definition, ...(moved && { moved: Object.fromEntries(moved) }) };
    const requestId = await this.requests.ask(tx, { by, behind }, app.settings.approval, stored, change);
    const subject = `journeys: ${name}`;
    return [
      ...(present ? [] : [{ change: 'add' as const, subject }]),
      { change: 'add', subject: `${subject}: request for an approval`, to: String(requestId) },
    ];
  }

  /** A version that sends without having waited is bound to the texts of this moment. */
  private async bindTexts(
    tx: Tx,
    appId: number,
    journeyId: number,
    { state, definition }: WrittenJourney,
  ): Promise<void> {
    if (isSending(state)) {
      await this.texts.bindNewest(tx, { appId, journeyId, definition });
    }
  }

  private async insert(tx: Tx, appId: number, journey: WrittenJourney): Promise<number> {
    const added = { appId, ...journey };
    return this.journeys.insert(tx, added, await this.messages.storeKeys(tx, added));
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.journeys.list(on, id);
    return rows.length === 0 ? undefined : { value: rows.map(writeJourney), withheld: [] };
  }
}
