import { Controller, Get, Query } from '@nestjs/common';
import { ErasureService } from '#libs/identity';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ErasureListDto, ListErasuresQuery, toReceipt } from './erasures.dto.js';

/** Receipts of people erased for good. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/erasures')
export class PanelErasuresController {
  constructor(private readonly erasures: ErasureService) {}

  @Get()
  @Allows('users.erase')
  @OkResponse('Lists the receipts of erasures, or those of one extId', ErasureListDto)
  async list(
    @InApp() { app }: AppCaller,
    @Query() { limit, extId, after }: ListErasuresQuery,
  ): Promise<ErasureListDto> {
    const found = await (extId === undefined
      ? this.erasures.listReceipts(app.id, limit + 1, after)
      : this.erasures.findReceipts(app.id, extId));
    const page = extId === undefined ? found.slice(0, limit) : found;
    return {
      items: page.map(toReceipt),
      granted: app.settings.permanentDeletion,
      next: found.length > page.length ? (page.at(-1)?.receiptId ?? null) : null,
    };
  }
}
