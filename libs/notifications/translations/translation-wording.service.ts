import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import type { TemplateLanguage } from '#libs/templates';
import { Database } from '#platform/db';
import { findTemplateSettings } from '../blocks/template-settings.js';
import type { Wording } from './fitting-units.js';

/** Languages of the texts of an application: those of people, and that of templates. */
@Injectable()
export class TranslationWordingService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
  ) {}

  /** The tag of texts that stand under no language. */
  async getMainLanguage(appId: number): Promise<string> {
    const { settings } = await this.applications.getApplication(appId);
    return settings.defaultLanguage ?? 'en';
  }

  /** How texts are read. @param templates  absent: that of the application */
  async find(appId: number, templates?: TemplateLanguage): Promise<Wording> {
    const { settings } = await this.applications.getApplication(appId);
    const request = templates === undefined ? {} : { templates };
    const wording = await findTemplateSettings(this.db, appId, request, settings.templates ?? 'plain');
    return wording.language === 'liquid'
      ? { templates: wording.language, blocks: Object.fromEntries(wording.blocks) }
      : {};
  }
}
