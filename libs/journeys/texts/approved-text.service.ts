import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Journey, JourneyDefinition } from '../model/journey.types.js';
import { ApprovedTextRepository } from './approved-text.repository.js';
import { listChanged, type SentTexts } from './sent-texts.js';
import { SentTextsService } from './sent-texts.service.js';

type Version = Pick<Journey, 'appId' | 'journeyId' | 'version' | 'definition'>;

/**
 * @property changed  names of definitions, and ids of steps with contents, whose texts are not those that go out
 * @property now      present texts; undefined: they go out
 */
export interface ComparedTexts {
  changed: string[];
  now: SentTexts | undefined;
}

/** Keeps the texts that were approved with a version: they go out, whatever becomes of their definitions. */
@Injectable()
export class ApprovedTextService {
  constructor(
    private readonly db: Database,
    private readonly approved: ApprovedTextRepository,
    private readonly texts: SentTextsService,
    private readonly applications: ApplicationService,
  ) {}

  /**
   * Finds the texts that versions send. One that ran before sends needed approvals is bound to the texts of its first step
   * since.
   *
   * @returns by version; undefined: sends need no approval, and present texts go out
   */
  async find(
    appId: number,
    journeyId: number,
    versions: readonly { version: number; definition: JourneyDefinition }[],
  ): Promise<ReadonlyMap<number, SentTexts> | undefined> {
    if (!(await this.isRequired(appId))) {
      return undefined;
    }
    const numbers = versions.map(({ version }) => version);
    const found = await this.approved.find(this.db, appId, journeyId, numbers);
    const open = versions.filter(({ version }) => !found.has(version));
    for (const { version, definition } of open) {
      await this.bind(this.db, { appId, journeyId, version, definition });
    }
    return open.length > 0 ? this.approved.find(this.db, appId, journeyId, numbers) : found;
  }

  /** Binds the newest version of a journey to its present texts, unless it is bound; nothing where sends need no approval. */
  async bindNewest(tx: Tx, { appId, journeyId, definition }: Omit<Version, 'version'>): Promise<void> {
    if (await this.isRequired(appId, tx)) {
      await this.bind(tx, { appId, journeyId, version: null, definition });
    }
  }

  /** Binds the newest version of a journey to texts that were approved. */
  async approve(tx: Tx, { appId, journeyId }: Pick<Journey, 'appId' | 'journeyId'>, texts: SentTexts): Promise<void> {
    await this.approved.store(tx, { appId, journeyId, version: null }, texts, false);
  }

  /** Compares the present texts of the newest version with those that go out. It takes connections. */
  async compare({ appId, journeyId, version, definition }: Version): Promise<ComparedTexts> {
    const bound = (await this.isRequired(appId))
      ? (await this.approved.find(this.db, appId, journeyId, [version])).get(version)
      : undefined;
    const now = bound && (await this.texts.read(appId, definition));
    return { changed: now ? listChanged(bound, now) : [], now };
  }

  private async bind(
    on: Statements,
    { definition, ...version }: Omit<Version, 'version'> & { version: number | null },
  ): Promise<void> {
    await this.approved.store(on, version, await this.texts.read(version.appId, definition), true);
  }

  private async isRequired(appId: number, on?: Statements): Promise<boolean> {
    return (await this.applications.getApplication(appId, on)).settings.approval.isRequired;
  }
}
