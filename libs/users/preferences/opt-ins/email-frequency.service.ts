import { Injectable } from '@nestjs/common';
import { type ChosenFrequency, listFrequencies, numberOfFrequency } from '#libs/channels/definitions';
import { ApplicationService } from '#libs/tenancy';
import { type ConsentOrigin, declareConsentOrigin, EmailFrequencyRepository } from '#libs/users/consent';
import { retryOnConflict } from '#libs/users/identities';
import { SingleUserWriterService } from '#libs/users/registry';
import { Database } from '#platform/db';

/** A choice of how often marketing by e-mail may come. @property offered  also the chosen one */
export interface OfferedFrequency {
  chosen: ChosenFrequency;
  offered: readonly ChosenFrequency[];
}

/** How often marketing by e-mail may come to a person. */
@Injectable()
export class EmailFrequencyService {
  constructor(
    private readonly db: Database,
    private readonly frequencies: EmailFrequencyRepository,
    private readonly writer: SingleUserWriterService,
    private readonly applications: ApplicationService,
  ) {}

  /** Finds what some users chose, by uid; those who take all of it are absent. */
  async find(appId: number, uids: readonly number[]): Promise<Map<number, ChosenFrequency>> {
    return this.frequencies.find(this.db, appId, uids);
  }

  /** Reads the choice of a person, and what it may choose; null: the application offers nothing. */
  async read(appId: number, uid: number): Promise<OfferedFrequency | null> {
    const { settings } = await this.applications.getApplication(appId);
    if (settings.emailFrequency.length === 0) {
      return null;
    }
    const chosen = (await this.find(appId, [uid])).get(uid) ?? 'always';
    return { chosen, offered: listFrequencies(settings.emailFrequency, chosen) };
  }

  /**
   * Stores what a present user chose.
   *
   * @returns the choice before; null: it is the same, or not offered
   */
  async change(
    appId: number,
    uid: number,
    { before, wanted }: { before: OfferedFrequency | null; wanted: ChosenFrequency | undefined },
    origin: ConsentOrigin,
  ): Promise<ChosenFrequency | null> {
    if (!before || wanted === undefined || wanted === before.chosen || !before.offered.includes(wanted)) {
      return null;
    }
    const update = { attrs: new Map(), tags: [], emailFrequency: numberOfFrequency(wanted) };
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        await this.writer.write(tx, appId, uid, update, false);
      }),
    );
    return before.chosen;
  }
}
