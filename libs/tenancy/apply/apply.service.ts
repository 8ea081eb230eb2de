import { Injectable } from '@nestjs/common';
import { AuditService, SYSTEM, type Origin } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { Form, namesOf } from '#platform/forms';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { OPERATOR } from '../api-keys/viewer.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import { IdentityKeyRepository } from '../identity-keys/identity-key.repository.js';
import { IdentityTokenService } from '../identity-keys/identity-token.service.js';
import { SECTIONS, type Application } from '../model/tenancy.types.js';
import type { ApplyContext, ApplyResult, ApplySection, Difference, SetupEditor } from '../model/apply.types.js';
import type { NewSecret } from '../model/api-key.types.js';
import { MAX_APP_NAME, ROOT_FIELDS } from './root-reference.js';
import { SectionRegistryService } from './section-registry.service.js';

export interface ApplyOptions {
  /** Applies everything and rolls it back, so the differences are those of a real apply. */
  dryRun: boolean;
  /** For the audit log. */
  origin?: Origin;
  /** Absent: the operator. */
  editor?: SetupEditor;
  /** Work that can wait is left to the scheduler: a request waits for the answer. */
  isDeferred?: boolean;
  /** Called in the transaction, in the turn of the application: before its sections and after them. */
  watch?: { before: Watcher; after: Watcher };
}

type Watcher = (tx: Tx, app: Application) => Promise<void>;

/** Application as code: applies a file to an application (design, section 2 "Application as code"). */
@Injectable()
export class ApplyService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationRepository,
    private readonly sections: SectionRegistryService,
    private readonly audit: AuditService,
    private readonly identityTokens: IdentityTokenService,
    private readonly apiKeys: ApiKeyRepository,
    private readonly identityKeys: IdentityKeyRepository,
  ) {}

  /**
   * Applies a whole document in one transaction, or nothing. Sections that the document leaves out stay as they are. With
   * `prune: true` entries missing from a given section are removed. Applies of one application run one after the other.
   *
   * @param document  as `readApplicationFile` returns it
   * @throws AppError `malformed` with the path of the fault, or the name of an unknown section
   */
  async apply(document: unknown, options: ApplyOptions): Promise<ApplyResult> {
    const form = Form.read(document, '', [...namesOf(ROOT_FIELDS), ...SECTIONS]);
    const name = form.text('app');
    if (name.length > MAX_APP_NAME) {
      throw malformed(`app should have at most ${MAX_APP_NAME} characters`);
    }
    const prune = form.flag('prune') ?? false;
    const steps = this.toSteps(form);
    const dryRun = new DryRunRollback();
    try {
      return await this.db.tx(async (tx) => {
        const result = await this.applySteps(tx, name, prune, steps, options);
        await this.recordResult(tx, result, options.origin ?? SYSTEM);
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

  private async recordResult(tx: Tx, { app, differences }: ApplyResult, origin: Origin): Promise<void> {
    if (differences.length > 0) {
      const entry = { action: 'setup.apply', subject: `application ${app.name}`, differences };
      await this.audit.append(tx, app.id, origin, [entry]);
    }
  }

  private toSteps(form: Form): { taker: ApplySection; value: unknown }[] {
    return SECTIONS.filter((section) => form.has(section)).map((section) => {
      const handler = this.sections.find(section);
      if (!handler) {
        throw malformed(`${section}: this version of Herald cannot apply this section yet; leave it out`);
      }
      return { taker: handler, value: form.value(section) };
    });
  }

  private async applySteps(
    tx: Tx,
    name: string,
    prune: boolean,
    steps: { taker: ApplySection; value: unknown }[],
    { watch, isDeferred, editor = OPERATOR }: ApplyOptions,
  ): Promise<ApplyResult> {
    const differences: Difference[] = [];
    const secrets: NewSecret[] = [];
    const warnings: string[] = [];
    const context: ApplyContext = {
      editor,
      prune,
      ...(isDeferred !== undefined && { isDeferred }),
      reveal: (secret) => secrets.push(secret),
      warn: (warning) => warnings.push(warning),
    };
    if (await this.applications.insertIfAbsent(tx, name)) {
      differences.push({ change: 'add', subject: `app: ${name}` });
    }
    const app = await this.applications.lockByName(tx, name);
    tx.afterCommit(async () => this.identityTokens.clearCache(app.id));
    await watch?.before(tx, app);
    for (const { taker: handler, value } of steps) {
      differences.push(...(await handler.apply(tx, app, value, context)));
    }
    await watch?.after(tx, app);
    const result = (await this.applications.findById(app.id, tx)) ?? app;
    if (result.settings.identity === 'required' && !(await this.canProveUsers(tx, app.id))) {
      warnings.push(
        'settings.identity is required and there are no identityKeys: no page or app can name its user (docs/user-authentication.md)',
      );
    }
    return { app: result, differences, secrets, warnings };
  }

  /** Tests if devices can prove their users. Without a key for devices, no proof is needed. */
  private async canProveUsers(tx: Tx, appId: number): Promise<boolean> {
    const keys = await this.apiKeys.listKeys(appId, tx);
    return keys.every(({ kind }) => kind === 'rest') || (await this.identityKeys.listKeys(appId, tx)).length > 0;
  }
}

/** Thrown to roll a dry run back. */
class DryRunRollback extends Error {
  result: ApplyResult | undefined;
}
