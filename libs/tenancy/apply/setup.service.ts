import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { ApplicationRepository } from '../applications/application.repository.js';
import type { Application, ApplySection, Caller, Difference, Section } from '../model/tenancy.types.js';
import { SectionRegistryService } from './section-registry.service.js';

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
   * @throws AppError malformed, naming the path of the fault (`attributes[0].dataType`)
   */
  async saveEntries(caller: Caller, section: Section, entries: readonly object[]): Promise<void> {
    const context = { prune: false, isDeferred: true, reveal: () => undefined, warn: () => undefined };
    await this.change(caller, section, (tx, app, handler) => handler.apply(tx, app, entries, context));
  }

  /** Removes entries of a section. Names that it does not have are left out. */
  async removeEntries(caller: Caller, section: Section, names: readonly string[]): Promise<void> {
    await this.change(caller, section, async (tx, app, handler) => {
      const differences: Difference[] = [];
      for (const name of new Set(names)) {
        if (await handler.remove?.(tx, app, name)) {
          differences.push({ change: 'remove', subject: `${section}: ${name}` });
        }
      }
      return differences;
    });
  }

  /** Runs a change in the turn of its application, and adds it to the audit log. */
  private async change(
    caller: Caller,
    section: Section,
    work: (tx: Tx, app: Application, handler: ApplySection) => Promise<Difference[]>,
  ): Promise<void> {
    const [handler, found] = [this.sections.find(section), await this.applications.findById(caller.appId)];
    if (!handler || !found) {
      throw new Error(`This process has no section ${section}, or no application ${caller.appId}`);
    }
    await this.db.tx(async (tx) => {
      const app = await this.applications.lockByName(tx, found.name);
      const differences = await work(tx, app, handler);
      if (differences.length > 0) {
        const entry = { action: 'setup.change', subject: section, differences };
        await this.audit.append(tx, app.id, caller, [entry]);
      }
    });
  }
}
