import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { Application, Settings } from '../model/tenancy.types.js';
import type { ApplySection, Difference, SectionContent } from '../model/apply.types.js';
import { ApplicationRepository } from './application.repository.js';
import { BRAND_NAMES } from './brand-form.js';
import { describeApproval } from './approval-form.js';
import { describeUtm } from './utm-form.js';
import { toSettingsEntry } from './settings-entry.js';
import { ALL_SECTIONS, RECORDS, SETTINGS_REFERENCE } from './settings-reference.js';
import { readSettings } from './read-settings.js';

/** Applications and their settings. */
@Injectable()
export class ApplicationService implements ApplySection {
  readonly section = 'settings';
  readonly reference = SETTINGS_REFERENCE;

  constructor(private readonly applications: ApplicationRepository) {}

  /**
   * @param on  the open transaction of the caller, if any
   * @throws Error for an unknown id: ids come from keys and rows, never from a request
   */
  async getApplication(appId: number, on?: Statements): Promise<Application> {
    const app = await this.applications.findById(appId, on);
    if (!app) {
      throw new Error(`There is no application ${appId}`);
    }
    return app;
  }

  async findByName(name: string): Promise<Application | undefined> {
    return this.applications.findByName(name);
  }

  async listApplications(): Promise<Application[]> {
    return this.applications.listAll();
  }

  /** Lets every gateway read the definitions of an application again, from the commit on. */
  async countDefinitionChange(tx: Tx, appId: number): Promise<void> {
    await this.applications.countDefinitionChange(tx, appId);
  }

  async apply(tx: Tx, app: Application, value: unknown): Promise<Difference[]> {
    const settings = readSettings(value, app.settings);
    const before = flattenSettings(app.settings);
    const differences = Object.entries(flattenSettings(settings)).flatMap(([name, to]): Difference[] => {
      const from = before[name];
      return from === to ? [] : [{ change: 'change', subject: `settings: ${name}`, from, to }];
    });
    if (differences.length > 0) {
      await this.applications.updateSettings(tx, app.id, settings);
    }
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent> {
    return { value: toSettingsEntry((await this.getApplication(id, on)).settings), withheld: [] };
  }
}

function flattenSettings(settings: Settings): Record<string, string> {
  const {
    approval,
    lateSends,
    tracking,
    retention,
    rateLimit,
    panelMayEdit,
    brand,
    utm,
    addressRules,
    emailFrequency,
    ...flat
  } = settings;
  const days = RECORDS.map((record) => [`retention.${record}`, `${retention[record]}d`]);
  const rate = rateLimit ? `${rateLimit.perSecond} a second, ${rateLimit.burst} at once` : 'as configured';
  return Object.fromEntries([
    ['approval', describeApproval(approval)],
    ...Object.entries(flat).map(([name, value]) => [name, value === null ? 'none' : String(value)]),
    ...BRAND_NAMES.map((name) => [`brand.${name}`, brand[name] ?? 'none']),
    ...Object.entries(tracking).map(([name, value]) => [`tracking.${name}`, String(value)]),
    ['utm', describeUtm(utm)],
    ['addressRules', addressRules.join(', ') || 'none'],
    ['emailFrequency', emailFrequency.join(', ') || 'none'],
    ...days,
    ['lateSends', `${lateSends.policy} after ${lateSends.afterMinutes} minutes`],
    ['rateLimit', rate],
    ['panelMayEdit', panelMayEdit === null ? ALL_SECTIONS : panelMayEdit.join(', ') || 'nothing'],
  ]);
}
