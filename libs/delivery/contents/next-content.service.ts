import { Injectable } from '@nestjs/common';
import { LeftOutService } from '#libs/audience/recipients';
import { Recurring, StopSignal } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import type { CampaignContent } from '../dispatches/launch.repository.js';
import { NextContentRepository, type DueCampaign, type NextRow } from '../next-content/next-content.repository.js';
import { CampaignLockRepository } from './campaign-lock.repository.js';
import { NextInsertService } from './next-insert.service.js';
import { PersonsService, type Person } from './persons.service.js';

/** Recipients that one transaction decides about. */
const BATCH_SIZE = 500;
/** A person with an open recipient, or whose next content is not launched yet, is looked at again after so many seconds. */
const WAIT_S = 2;
/** A paused campaign is looked at again after so many seconds. */
const PAUSE_S = 5;
const PAUSE_MS = 1000;

/**
 * Lets persons go on to the next content of their campaign, once the one before ended without delivery. One transaction at a
 * time decides for a campaign: it locks the dispatch of the first content, and stores the chunks with the end of their rows.
 */
@Injectable()
export class NextContentService {
  constructor(
    private readonly db: Database,
    private readonly rows: NextContentRepository,
    private readonly campaigns: CampaignLockRepository,
    private readonly persons: PersonsService,
    private readonly insertion: NextInsertService,
    private readonly leftOut: LeftOutService,
    private readonly stopSignal: StopSignal,
  ) {}

  /**
   * Decides about all recipients that are due. A campaign that fails keeps no other one waiting.
   *
   * @returns how many recipients it has decided about
   * @throws the first fault, after all campaigns
   */
  @Recurring('contents.advance', PAUSE_MS)
  async advance(): Promise<number> {
    let decided = 0;
    const faults: unknown[] = [];
    for (const campaign of await this.rows.findDue()) {
      try {
        for (let count = BATCH_SIZE; count === BATCH_SIZE && !this.stopSignal.isStopped;) {
          count = await this.db.tx((tx) => this.advanceCampaign(tx, campaign));
          decided += count;
        }
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) {
      throw faults[0];
    }
    return decided;
  }

  /** @returns rows that were decided about; 0: another scheduler has the campaign */
  private async advanceCampaign(tx: Tx, campaign: DueCampaign): Promise<number> {
    const { appId } = campaign;
    const key = await this.campaigns.lock(tx, campaign);
    if (key === undefined) {
      return 0;
    }
    const contents = await this.campaigns.findContents(tx, campaign, key);
    const dueRows = await this.rows.take(tx, campaign, BATCH_SIZE);
    const [first] = contents;
    if (!first || dueRows.length === 0) {
      await this.rows.delete(tx, appId, dueRows);
      return dueRows.length;
    }
    if (first.isStopped || isOver(first)) {
      await this.rows.delete(tx, appId, dueRows);
    } else if (first.isPaused) {
      await this.rows.postpone(tx, appId, dueRows, PAUSE_S);
    } else {
      await this.decide(tx, contents, await this.persons.judge(contents, dueRows));
    }
    return dueRows.length;
  }

  private async decide(tx: Tx, contents: readonly CampaignContent[], persons: readonly Person[]): Promise<void> {
    const appId = contents[0]?.appId ?? Number.NaN;
    const open = persons.filter(({ verdict }) => verdict === 'open');
    const gone = new Set(
      await this.leftOut.findAbsent(
        appId,
        open.map(({ uid }) => uid),
      ),
    );
    const ended = persons.filter(({ verdict }) => verdict === 'ended');
    const waiting = await this.insertion.insert(tx, contents, ended);
    const later = [...open.filter(({ uid }) => !gone.has(uid)), ...ended.filter((person) => waiting.has(person))];
    await this.rows.postpone(tx, appId, rowsOf(later), WAIT_S);
    const laterPersons = new Set(later);
    await this.rows.delete(tx, appId, rowsOf(persons.filter((person) => !laterPersons.has(person))));
  }
}

/** Tests if the time is over in which another content may follow. */
function isOver({ options: { reach }, seconds }: CampaignContent): boolean {
  return reach?.within !== undefined && seconds > reach.within;
}

function rowsOf(persons: readonly Person[]): NextRow[] {
  return persons.flatMap(({ rows }) => rows);
}
