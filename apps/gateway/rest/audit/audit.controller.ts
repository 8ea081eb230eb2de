import { Controller, Get, Query } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { type Link, PageLink } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { AuditCheckDto, AuditLogDto, AuditQuery, toAuditCheckDto, toAuditEntryDto } from './audit.dto.js';

/** The audit log of an application. Beyond the specification. */
@RestApi('Audit')
@RequiresScope('audit')
@Controller('rest/3.0')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get('getAuditLog')
  @OkResponse('Lists who changed what: campaigns, approvals, keys, accounts, set-up, exports and erasures', AuditLogDto)
  async getAuditLog(
    @CurrentCaller() { appId }: Caller,
    @Query() { max, before, action }: AuditQuery,
    @PageLink() link: Link,
  ): Promise<AuditLogDto> {
    const filter = { limit: max, ...(before !== undefined && { before }), ...(action !== undefined && { action }) };
    const entries = await this.audit.listEntries(appId, filter);
    const oldest = entries.at(-1)?.entryId ?? 1;
    const hasNext = entries.length === max && oldest > 1;
    return { ...(hasNext && { nextPage: link({ before: oldest }) }), entries: entries.map(toAuditEntryDto) };
  }

  @Get('verifyAuditLog')
  @OkResponse('Checks that no entry of the audit log was changed or is missing', AuditCheckDto)
  async verifyAuditLog(@CurrentCaller() { appId }: Caller): Promise<AuditCheckDto> {
    return toAuditCheckDto(await this.audit.verifyChain(appId));
  }
}
