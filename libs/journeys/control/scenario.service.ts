import { Injectable } from '@nestjs/common';
import { PolicyService } from '#libs/contact-policy';
import { EventDefinitionService } from '#libs/events';
import { NotificationDefinitionService } from '#libs/notifications';
import { type Application, readSectionText, type Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { KeyedSemaphore } from '#platform/async';
import { malformed } from '#platform/errors';
import { JourneyCheckService } from '../definitions/journey-check.service.js';
import { readJourneys } from '../definitions/read-journey.js';
import type { Journey } from '../model/journey.types.js';
import { listMessages } from '../model/program.js';
import { listEventNames } from '../replay/replayed-version.js';
import { readScenarioFor } from '../scenarios/read-scenario.js';
import { runScenario, type ScenarioBounds } from '../scenarios/run-scenario.js';
import type { ScenarioApplication } from '../scenarios/scenario-application.js';
import type { Scenario, ScenarioResult } from '../scenarios/scenario.types.js';

/** Bounds of what one request may ask: it holds the process. */
const MAX_PEOPLE = 50;
const MAX_EVENTS = 200;
const BOUNDS: ScenarioBounds = { moments: 5000, characters: 2_000_000 };
const NOT_STORED = { journeyId: 0, version: 0 };

/** A scenario, and what came of it. */
export interface ScenarioOutcome {
  scenario: Scenario;
  result: ScenarioResult;
}

/** Runs scenarios against journeys of an application as it is. Nothing is written, and nothing leaves. */
@Injectable()
export class ScenarioService {
  /** Scenarios of one application go one after the other: each may take seconds of the process. */
  private readonly turns = new KeyedSemaphore();

  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly messages: NotificationDefinitionService,
    private readonly policies: PolicyService,
    private readonly checks: JourneyCheckService,
  ) {}

  /**
   * @param text  a scenario in YAML, without `app` and `journeys`
   * @throws AppError malformed with the place of the fault; as `JourneyCheckService.refuseHidden`
   */
  async run(app: Application, journey: Journey, text: string, viewer: Viewer): Promise<ScenarioOutcome> {
    return this.inTurn(app, () => this.test(app, journey, text, viewer));
  }

  /**
   * Runs a scenario against a journey that is not stored.
   *
   * @param written  a journey as the application file has it, in YAML or JSON
   * @throws AppError malformed with the place of the fault, also of the journey; as `run`
   */
  async walk(app: Application, written: string, text: string, viewer: Viewer): Promise<ScenarioOutcome> {
    return this.inTurn(app, async () => {
      const [journey] = readJourneys([await readSectionText(written)], 'journeys').values();
      if (!journey) {
        throw malformed('journey is required');
      }
      return this.test(app, { ...journey, ...NOT_STORED, appId: app.id }, text, viewer);
    });
  }

  private async test(app: Application, journey: Journey, text: string, viewer: Viewer): Promise<ScenarioOutcome> {
    await this.checks.refuseHidden(app.id, journey, viewer);
    const scenario = readScenarioFor(await this.describe(app, journey), journey.name, await readSectionText(text));
    if (scenario.people.length > MAX_PEOPLE) {
      throw malformed(`people should have at most ${MAX_PEOPLE} entries here; herald journey test takes more`);
    }
    if (scenario.events.length > MAX_EVENTS) {
      throw malformed(`events should have at most ${MAX_EVENTS} entries here; herald journey test takes more`);
    }
    return { scenario, result: await runScenario(scenario, BOUNDS) };
  }

  private async inTurn<T>({ id }: Application, work: () => Promise<T>): Promise<T> {
    const permits = [{ key: String(id), limit: 1 }];
    await this.turns.acquire(permits);
    try {
      return await work();
    } finally {
      this.turns.release(permits);
    }
  }

  private async describe(
    { id, settings }: Application,
    { name, state, definition }: Journey,
  ): Promise<ScenarioApplication> {
    const { caps, quietHours, sendWindows, holdouts } = await this.policies.find(id);
    const sendable = await this.messages.findSendable(id, listMessages(definition));
    const topics = caps.flatMap(({ entry, topicIds }) =>
      (entry.topics ?? []).map((topic, index) => [topic, topicIds[index] ?? 0] as const),
    );
    return {
      zone: settings.timeZone,
      language: settings.defaultLanguage,
      journeys: new Map([[name, { name, state, definition }]]),
      attributes: await this.users.getAttributesByCode(id),
      events: await this.events.getCatalogueFor(id, listEventNames(definition)),
      caps,
      quiet: quietHours,
      windows: sendWindows,
      holdouts,
      topicIds: new Map(topics),
      catalogs: new Map(),
      messages: new Map([...sendable].map(([message, found]) => [message, found.message])),
    };
  }
}
