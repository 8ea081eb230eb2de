import { Body, Controller, Get, HttpCode, Param, Post, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { AuditService, type AuditEntry } from '#libs/audit';
import type { Permission } from '#libs/members';
import { SECTIONS, SectionEditService, SectionRegistryService, type Section } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { requirePermission } from '../access/require-permission.js';
import { ownEditor, ownSettings, seesSection } from './own-sections.js';
import {
  MAX_TEXT,
  SectionEditDto,
  SectionListDto,
  SectionReviewDto,
  SectionSaveDto,
  SectionTextDto,
  toReview,
  toSection,
  toSectionText,
} from './setup.dto.js';

/** Entries of the audit log in which the last change of a section is looked for. */
const LOG_ENTRIES = 200;
/** Further permissions that a section needs. An identity key lets its owner act and read as any user. */
const MORE: { [S in Section]?: readonly Permission[] } = {
  keys: ['keys.write'],
  identityKeys: ['keys.write', 'users.read', 'users.private', 'users.write'],
  channels: ['accounts.write'],
};

/** The application file, one section at a time. Each change goes through the same apply as the file. */
@PanelApi('Set-up')
@Controller('panel/1.0/apps/:app/setup')
export class PanelSetupController {
  constructor(
    private readonly edits: SectionEditService,
    private readonly sections: SectionRegistryService,
    private readonly audit: AuditService,
  ) {}

  @Get()
  @Allows('definitions.write')
  @OkResponse('Lists the sections of the application file that the member may change', SectionListDto)
  async list(@InApp() caller: AppCaller): Promise<SectionListDto> {
    const { app } = caller;
    const [log, sections] = await Promise.all([this.readLog(app.id), this.edits.listSections(app)]);
    return {
      items: sections.filter(({ section }) => seesSection(caller, section)).map((head) => toSection(head, log)),
    };
  }

  @Get('file')
  @Allows('setup.write')
  @ApiProduces('application/yaml')
  @OkJsonResponse('Writes the application file. Secrets are named in it', { schema: { type: 'string' } })
  async writeFile(@InApp() { app }: AppCaller): Promise<StreamableFile> {
    return new StreamableFile(Buffer.from(await this.edits.writeFile(app)), {
      type: 'application/yaml',
      disposition: 'attachment; filename="herald.yaml"',
    });
  }

  @Get(':section')
  @Allows('definitions.write')
  @OkResponse('Shows a section as the application file has it', SectionTextDto)
  async show(@InApp() caller: AppCaller, @Param('section') name: string): Promise<SectionTextDto> {
    const { app } = caller;
    const section = readSection(name, caller);
    const [log, edited] = await Promise.all([
      this.readLog(app.id),
      this.edits.readSection(app, section, ownSettings(caller)),
    ]);
    const { about = '', example = '' } = this.sections.find(section)?.reference ?? {};
    return toSectionText(edited, log, { about: toPlainText(about), example: example.trim() });
  }

  /** It changes nothing; a text does not fit into an address. */
  @Post(':section/review')
  @HttpCode(200)
  @Allows('definitions.write')
  @MaxBody(MAX_TEXT)
  @AnswersSecret()
  @OkResponse('Tells what an edit of a section would change', SectionReviewDto)
  async review(
    @InApp() caller: AppCaller,
    @Param('section') name: string,
    @Body() { text }: SectionEditDto,
  ): Promise<SectionReviewDto> {
    const section = readSection(name, caller, MORE);
    return toReview(await this.edits.reviewSection(caller.app, section, text, ownEditor(caller)));
  }

  @Post(':section/apply')
  @HttpCode(200)
  @Allows('definitions.write')
  @NeedsProof()
  @MaxBody(MAX_TEXT)
  @AnswersSecret()
  @OkResponse('Applies an edit of a section, whole or not at all', SectionReviewDto)
  async apply(
    @InApp() caller: AppCaller,
    @Param('section') name: string,
    @Body() { text, base }: SectionSaveDto,
  ): Promise<SectionReviewDto> {
    const section = readSection(name, caller, MORE);
    const edit = { text, base, origin: caller.origin, editor: ownEditor(caller) };
    return toReview(await this.edits.saveSection(caller.app, section, edit));
  }

  private async readLog(appId: number): Promise<AuditEntry[]> {
    return this.audit.listEntries(appId, { action: 'setup.', limit: LOG_ENTRIES });
  }
}

/** Without the marks of Markdown, whose links lead to pages of the documentation. */
function toPlainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

/**
 * @param more  permissions that an edit of a section needs beside those of reading it
 * @throws AppError unknown_id; permission_missing
 */
function readSection(name: string, caller: AppCaller, more: { [S in Section]?: readonly Permission[] } = {}): Section {
  const section = SECTIONS.find((known) => known === name);
  if (!section) {
    throw new AppError('unknown_id', `The application file has no section ${name.slice(0, 40)}`);
  }
  if (!seesSection(caller, section)) {
    requirePermission(caller, 'setup.write');
  }
  more[section]?.forEach((permission) => requirePermission(caller, permission));
  return section;
}
