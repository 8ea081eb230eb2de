import { Injectable } from '@nestjs/common';
import type { Application } from '#libs/tenancy';
import { ApplicationService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { compileBlocks } from '../mails/compile-blocks.js';
import { buildGallery } from './build-gallery.js';
import type { GalleryLanguage, GalleryMail } from './gallery.types.js';

/** Mails to begin with, in the look of an application: its logo, colour, font, footer and sender. */
@Injectable()
export class GalleryService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly config: Config,
  ) {}

  async listMails(app: Application, language: GalleryLanguage): Promise<(GalleryMail & { html: string })[]> {
    const { settings } = await this.applications.getApplication(app.id);
    const base = this.config.PUBLIC_URL?.replace(/\/$/, '');
    const mails = buildGallery(language, { brand: settings.brand, name: app.name, base });
    return Promise.all(mails.map(async (mail) => ({ ...mail, html: await compileBlocks(mail.design, language) })));
  }
}
