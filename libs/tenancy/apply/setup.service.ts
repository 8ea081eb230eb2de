import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { editorOfKey } from '../api-keys/viewer.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import type { Application, Section } from '../model/tenancy.types.js';
import type { ApplySection, Difference, SetupEditor } from '../model/apply.types.js';
import type { Caller } from '../model/api-key.types.js';
import { refuseLocked } from './panel-lock.js';
import { SectionRegistryService } from './section-registry.service.js';

/** An entry or a field that is not named stays, and slow work follows after the commit. */
const SAVING = {
  prune: false,
  isDeferred: true,
  isPartial: true,
  reveal: () => undefined,
  warn: () => undefined,
} as const;

/** Changes single entries of the set-up, for operations: what a section of the application file says, without the rest. */
@Injectable()
export class SetupService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationRepository,
    private readonly sections: SectionRegistryService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Adds and changes entries of a section, all or none. Entries that it does not name stay.
   *
   * @param entries  as the application file has them
   * @throws AppError malformed, naming the path of the fault (`attributes[0].dataType`); key_not_allowed for what needs the
   *   scope `private`
   */
  async saveEntries(caller: Caller, section: Section, entries: readonly object[]): Promise<void> {
    await this.change(caller, section, (tx, app, handler) =>
      handler.apply(tx, app, entries, { ...SAVING, editor: editorOfKey(caller) }),
    );
  }

  /** Removes entries of a section. Names that it does not have are left out. */
  async removeEntries(caller: Caller, section: Section, names: readonly string[]): Promise<void> {
    await this.change(caller, section, async (tx, app, handler) => {
      const differences: Difference[] = [];
      for (const name of new Set(names)) {
        if (await handler.remove?.(tx, app, name, caller)) {
          differences.push({ change: 'remove', subject: `${section}: ${name}` });
        }
      }
      return differences;
    });
  }

  /**
   * Runs a change of entries by a member, in the turn of the application, and adds it to the audit log.
   *
   * @param work  changes entries of the section, and returns the differences
   * @throws AppError section_locked where the application file alone changes the section
   */
  async edit(
    origin: Origin,
    app: Pick<Application, 'name'>,
    section: Section,
    work: (tx: Tx) => Promise<Difference[]>,
  ): Promise<void> {
    await this.changeInTurn(origin, app, section, async (tx, { settings }) => {
      refuseLocked(settings, section);
      return work(tx);
    });
  }

  /**
   * Adds an entry as a member. An entry that is there stays as it is.
   *
   * @param entry  as the application file has it
   * @throws AppError malformed where its name is taken, or naming the path of the fault; as `edit`
   */
  async addEntry(
    { origin, editor }: { origin: Origin; editor: SetupEditor },
    app: Application,
    section: Section,
    entry: { name: string; [field: string]: unknown },
  ): Promise<void> {
    const handler = this.findHandler(section);
    await this.edit(origin, app, section, async (tx) => {
      const differences = await handler.apply(tx, app, [entry], { ...SAVING, editor });
      if (differences.length === 0 || differences.some(({ change }) => change !== 'add')) {
        const text = `Field 'name': there is '${entry.name.slice(0, 80)}' already, which stays as it is`;
        throw new AppError('malformed', text, { field: 'name' });
      }
      return differences;
    });
  }

  private findHandler(section: Section): ApplySection {
    const handler = this.sections.find(section);
    if (!handler) {
      throw new Error(`This process has no section ${section}`);
    }
    return handler;
  }

  private async change(
    caller: Caller,
    section: Section,
    work: (tx: Tx, app: Application, handler: ApplySection) => Promise<Difference[]>,
  ): Promise<void> {
    const handler = this.findHandler(section);
    const found = await this.applications.findById(caller.appId);
    if (!found) {
      throw new Error(`There is no application ${caller.appId}`);
    }
    await this.changeInTurn(caller, found, section, (tx, app) => work(tx, app, handler));
  }

  /** Runs a change in the turn of its application, and adds it to the audit log. */
  private async changeInTurn(
    origin: Origin,
    { name }: Pick<Application, 'name'>,
    section: Section,
    work: (tx: Tx, app: Application) => Promise<Difference[]>,
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const app = await this.applications.lockByName(tx, name);
      const differences = await work(tx, app);
      if (differences.length > 0) {
        await this.audit.append(tx, app.id, origin, [{ action: 'setup.change', subject: section, differences }]);
      }
    });
  }
}
