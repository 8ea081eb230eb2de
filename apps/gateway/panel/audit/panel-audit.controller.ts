import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { AuditPageDto, AuditPanelQuery, ChainCheckDto, toAuditRow, toChainCheck } from './panel-audit.dto.js';

/** Changes of an application, and who made them. */
@PanelApi('Audit')
@Controller('panel/1.0/apps/:app/audit')
export class PanelAuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Allows('audit.read')
  @OkResponse('Lists entries of the audit log, the newest first', AuditPageDto)
  async list(@InApp() { app }: AppCaller, @Query() query: AuditPanelQuery): Promise<AuditPageDto> {
    const { after, limit, ...filter } = query;
    const entries = await this.audit.listEntries(app.id, {
      ...filter,
      limit,
      ...(after !== undefined && { before: after }),
    });
    const last = entries.at(-1)?.entryId ?? 1;
    return { items: entries.map(toAuditRow), next: entries.length === limit && last > 1 ? String(last) : null };
  }

  /** It changes nothing; a GET would be sent again by browsers, and it reads the whole log. */
  @Post('verify')
  @HttpCode(200)
  @Allows('audit.read')
  @OkResponse('Checks that no entry was changed or is missing', ChainCheckDto)
  async verify(@InApp() { app }: AppCaller): Promise<ChainCheckDto> {
    return toChainCheck(await this.audit.verifyChain(app.id));
  }
}
