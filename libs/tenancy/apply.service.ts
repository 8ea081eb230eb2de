import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { ApplicationRepository } from './application.repository.js';
import { ApplySections } from './apply-sections.js';
import { Form } from './form.js';
import { SECTIONS, type ApplyResult, type ApplySection, type Difference, type NewSecret } from './tenancy.types.js';

const MAX_NAME = 100;

/** Application as code: brings an application in line with its file (design, section 2 "Application as code"). */
@Injectable()
export class ApplyService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationRepository,
    private readonly sections: ApplySections,
  ) {}

  /**
   * Applies a whole document in one transaction: all of it or nothing. What the document leaves out stays as it is; with
   * `prune: true` entries missing from a section that it has are removed. Two applies of one application take turns.
   *
   * @param document        as `readApplicationFile` returns it
   * @param options.dryRun  does everything and rolls it back: the differences told are those that an apply would make
   * @throws AppError `malformed` naming the path of what is wrong, or the section that nobody takes
   */
  async apply(document: unknown, options: { dryRun: boolean }): Promise<ApplyResult> {
    const form = Form.of(document, '', ['app', 'prune', ...SECTIONS]);
    const name = form.text('app');
    if (name.length > MAX_NAME) {
      throw malformed(`app should have at most ${MAX_NAME} characters`);
    }
    const prune = form.flag('prune') ?? false;
    const steps = this.plan(form);
    const dryRun = new DryRun();
    try {
      return await this.db.tx(async (tx) => {
        const result = await this.run(tx, name, prune, steps);
        if (options.dryRun) {
          dryRun.result = { ...result, secrets: [] };
          throw dryRun;
        }
        return result;
      });
    } catch (error) {
      if (error === dryRun && dryRun.result) {
        return dryRun.result;
      }
      throw error;
    }
  }

  private plan(form: Form): { taker: ApplySection; value: unknown }[] {
    return SECTIONS.filter((section) => form.has(section)).map((section) => {
      const taker = this.sections.find(section);
      if (!taker) {
        throw malformed(`${section}: this version of Herald cannot apply this section yet; leave it out`);
      }
      return { taker, value: form.value(section) };
    });
  }

  private async run(
    tx: Tx,
    name: string,
    prune: boolean,
    steps: { taker: ApplySection; value: unknown }[],
  ): Promise<ApplyResult> {
    const differences: Difference[] = [];
    const secrets: NewSecret[] = [];
    if (await this.applications.insert(tx, name)) {
      differences.push({ change: 'add', what: `app: ${name}` });
    }
    const app = await this.applications.claimByName(tx, name);
    for (const { taker, value } of steps) {
      differences.push(...(await taker.apply(tx, app, value, { prune, reveal: (secret) => secrets.push(secret) })));
    }
    return { app: (await this.applications.find(app.id, tx)) ?? app, differences, secrets };
  }
}

/** Thrown to roll a dry run back. */
class DryRun extends Error {
  result: ApplyResult | undefined;
}
