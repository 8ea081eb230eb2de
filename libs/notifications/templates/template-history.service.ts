import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { MediaService } from '../media/media.service.js';
import { compareBodies, htmlOf } from './template-differences.js';
import { TemplateRepository } from './template.repository.js';
import { unknownTemplate, unknownVersion } from './template.service.js';
import type { EarlierTemplate, TemplateVersion } from './template.types.js';

/** Reads the earlier versions of templates, and who saved them. */
@Injectable()
export class TemplateHistoryService {
  constructor(
    private readonly db: Database,
    private readonly repository: TemplateRepository,
    private readonly media: MediaService,
  ) {}

  /**
   * The newest first.
   *
   * @param before  below this version; null: from the newest
   * @throws AppError unknown_id
   */
  async list(appId: number, templateId: number, before: number | null, limit: number): Promise<TemplateVersion[]> {
    const versions = await this.repository.listVersions(appId, templateId, before, limit);
    // A page behind the last one is empty too.
    if (versions.length === 0 && !(await this.repository.find(appId, templateId))) {
      throw unknownTemplate(templateId);
    }
    return versions;
  }

  /**
   * A version beside the newest one.
   *
   * @param field  of the request, which names the version
   * @throws AppError unknown_id for a template or version that is not there
   */
  async look(appId: number, templateId: number, shown: number, field: string): Promise<EarlierTemplate> {
    const state = await this.repository.find(appId, templateId);
    if (!state) {
      throw unknownTemplate(templateId);
    }
    const [earlier, newest] = await Promise.all(
      [shown, state.version].map((version) => this.repository.findVersion(this.db, appId, templateId, version)),
    );
    if (!earlier || !newest) {
      throw unknownVersion(templateId, shown, field);
    }
    const { body, savedBy, savedAt } = earlier;
    const isSame = JSON.stringify(body) === JSON.stringify(newest.body);
    const [differences, gonePictures] = await Promise.all([
      isSame ? [] : compareBodies(body, newest.body),
      htmlOf(body).then((html) => this.media.listGone(html)),
    ]);
    return { ...state, shown, body, savedBy, savedAt, isSame, differences, gonePictures };
  }
}
