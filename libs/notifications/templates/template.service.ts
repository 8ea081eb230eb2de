import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import type { Caller } from '#libs/tenancy';
import { groupBy } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { readRegions } from '../mails/template-regions.js';
import { TemplateRepository } from './template.repository.js';
import type {
  ListedTemplate,
  SeenTemplate,
  Template,
  TemplateBody,
  TemplateContent,
  TemplateState,
} from './template.types.js';

/** The number of templates of one application: each is offered to whoever writes a mail. */
export const MAX_TEMPLATES = 200;
/** The number of versions of one template: drafts may be written with any of them. */
const MAX_VERSIONS = 1000;
/** Mail programs cut off what is longer than 102 KB, and its parser takes time with each byte. */
const MAX_HTML_BYTES = 256 * 1024;

type Writer = Origin & Pick<Caller, 'appId'>;

/** Templates that mails are written with. Their versions never change, so no draft changes under its writer. */
@Injectable()
export class TemplateService {
  constructor(
    private readonly db: Database,
    private readonly repository: TemplateRepository,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /** The one that was changed last first, with the drafts that are written with each. */
  async list(appId: number): Promise<ListedTemplate[]> {
    const [templates, uses] = await Promise.all([
      this.repository.list(appId),
      this.repository.listUses(this.db, appId, null),
    ]);
    const byTemplate = groupBy(uses, ({ templateId }) => templateId);
    return templates.map((template) => ({
      ...template,
      uses: (byTemplate.get(template.templateId) ?? []).map(({ draftId, name }) => ({ draftId, name })),
    }));
  }

  /** @param version  undefined: the newest. @throws AppError unknown_id */
  async get(appId: number, templateId: number, version?: number): Promise<Template> {
    const state = await this.repository.find(appId, templateId);
    const shown = version ?? state?.version ?? 0;
    const written = state && (await this.repository.findVersion(this.db, appId, templateId, shown));
    if (!state) {
      throw unknownTemplate(templateId);
    }
    if (!written) {
      throw unknownVersion(templateId, shown, 'version');
    }
    const uses = await this.repository.listUses(this.db, appId, templateId);
    return { ...state, shown, body: written.body, uses: uses.map(({ draftId, name }) => ({ draftId, name })) };
  }

  /** Finds the body of a template in a version; undefined where there is none. */
  async findBody(appId: number, { templateId, version }: SeenTemplate): Promise<TemplateBody | undefined> {
    return (await this.repository.findVersion(this.db, appId, templateId, version))?.body;
  }

  /** @throws AppError malformed for regions that cannot be filled in, HTML that is too long, one template too many */
  async create(writer: Writer, content: TemplateContent): Promise<TemplateState> {
    requireBody(content.body);
    const { appId, by } = writer;
    return this.db.tx(async (tx) => {
      const at = this.clock.now();
      await this.repository.lockAdding(tx, appId);
      if ((await this.repository.count(tx, appId)) >= MAX_TEMPLATES) {
        throw malformed(`There are ${MAX_TEMPLATES} templates. Delete one first`);
      }
      const templateId = await this.repository.insert(tx, appId, content, by, at);
      await this.audit.append(tx, appId, writer, [
        {
          action: 'template.create',
          subject: subjectOf(templateId),
          differences: [{ change: 'add', subject: content.name }],
        },
      ]);
      const { kind } = content.body;
      return { templateId, name: content.name, kind, version: 1, madeBy: by, madeAt: at, changedBy: by, changedAt: at };
    });
  }

  /**
   * Adds a version. Drafts, requests and campaigns that were written with an earlier one stay as they are.
   *
   * @throws AppError unknown_id; changed_meanwhile for another version than was seen; malformed as `create`, and for
   *   another kind
   */
  async save(writer: Writer, seen: SeenTemplate, content: TemplateContent): Promise<TemplateState> {
    requireBody(content.body);
    const { appId } = writer;
    return this.db.tx(async (tx) => {
      const template = await this.lockSeen(tx, appId, seen);
      if (template.kind !== content.body.kind) {
        throw malformed(`Field 'kind': the template is of the kind ${template.kind}`);
      }
      return this.addVersion(tx, writer, template, content);
    });
  }

  /**
   * Saves what an earlier version said as the newest one. The name stays: versions have none. Nothing is overwritten.
   *
   * @param restores  the earlier version
   * @throws AppError as `save`; unknown_id for an unknown version; malformed for the newest one
   */
  async restore(writer: Writer, seen: SeenTemplate, restores: number): Promise<TemplateState> {
    const { appId } = writer;
    return this.db.tx(async (tx) => {
      const template = await this.lockSeen(tx, appId, seen);
      const { templateId, name } = template;
      if (restores === template.version) {
        throw malformed(`Field 'restores': version ${restores} is the newest`);
      }
      const earlier = await this.repository.findVersion(tx, appId, templateId, restores);
      if (!earlier) {
        throw unknownVersion(templateId, restores, 'restores');
      }
      // A body that an earlier release took may be refused now, and a mail could not be written with it.
      requireBody(earlier.body);
      return this.addVersion(tx, writer, template, { name, body: earlier.body }, restores);
    });
  }

  /**
   * Deletes a template with its versions: drafts that are written with it cannot be sent any more. What was launched or
   * waits for approval has its HTML.
   *
   * @param seenUses  how many drafts the writer was notified of
   * @throws AppError as `save`; changed_meanwhile where more drafts use it now
   */
  async delete(writer: Writer, seen: SeenTemplate, seenUses: number): Promise<void> {
    const { appId } = writer;
    await this.db.tx(async (tx) => {
      const { templateId, name } = await this.lockSeen(tx, appId, seen);
      const uses = await this.repository.listUses(tx, appId, templateId);
      if (uses.length > seenUses) {
        throw new AppError('changed_meanwhile', `${uses.length} drafts use the template now`, { field: 'uses' });
      }
      await this.repository.delete(tx, appId, templateId);
      await this.audit.append(tx, appId, writer, [
        {
          action: 'template.delete',
          subject: subjectOf(templateId),
          differences: [{ change: 'remove', subject: name }],
        },
      ]);
    });
  }

  /**
   * The next version of a locked template, and its entry in the audit log.
   *
   * @param restores  the version that said so before
   */
  private async addVersion(
    tx: Tx,
    writer: Writer,
    template: TemplateState,
    content: TemplateContent,
    restores?: number,
  ): Promise<TemplateState> {
    const { appId, by } = writer;
    const { templateId } = template;
    const version = template.version + 1;
    if (version > MAX_VERSIONS) {
      throw malformed(`The template has ${MAX_VERSIONS} versions. Begin a new one`);
    }
    const at = this.clock.now();
    await this.repository.update(tx, appId, { templateId, version }, content, by, at);
    const change = { change: 'change', subject: 'version', from: `${template.version}`, to: `${version}` } as const;
    const subject = subjectOf(templateId);
    await this.audit.append(tx, appId, writer, [
      restores === undefined
        ? { action: 'template.change', subject, differences: [change] }
        : {
            action: 'template.restore',
            subject,
            differences: [change, { change: 'add', subject: 'restored version', to: `${restores}` }],
          },
    ]);
    return { ...template, name: content.name, version, changedBy: by, changedAt: at };
  }

  private async lockSeen(tx: Tx, appId: number, { templateId, version }: SeenTemplate): Promise<TemplateState> {
    const template = await this.repository.lock(tx, appId, templateId);
    if (!template) {
      throw unknownTemplate(templateId);
    }
    if (template.version !== version) {
      const { changedBy, changedAt } = template;
      const text = `${changedBy.name} saved version ${template.version} at ${changedAt.toISOString()}`;
      throw new AppError('changed_meanwhile', text, { field: 'version' });
    }
    return template;
  }
}

function subjectOf(templateId: number): string {
  return `template ${templateId}`;
}

function requireBody(body: TemplateBody): void {
  if (body.kind === 'html') {
    if (Buffer.byteLength(body.html) > MAX_HTML_BYTES) {
      throw malformed(`Field 'html': a template has at most ${MAX_HTML_BYTES / 1024} KB`);
    }
    readRegions(body.html);
  }
}

export function unknownTemplate(templateId: number): AppError {
  return new AppError('unknown_id', `There is no template ${templateId}`);
}

/** @param field  of the request, which names the version */
export function unknownVersion(templateId: number, version: number, field: string): AppError {
  return new AppError('unknown_id', `Template ${templateId} has no version ${version}`, { field });
}
