import { Controller, Get, Query } from '@nestjs/common';
import { ErasureDeskService } from '#libs/desk';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ErasureListDto, ListErasuresQuery, toReceipt } from './erasures.dto.js';

/** Receipts of people erased for good. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/erasures')
export class PanelErasuresController {
  constructor(private readonly desk: ErasureDeskService) {}

  @Get()
  @Allows('users.erase')
  @OkResponse('Lists the receipts of erasures, or those of one extId', ErasureListDto)
  async list(@InApp() { app }: AppCaller, @Query() { limit, ...filter }: ListErasuresQuery): Promise<ErasureListDto> {
    const { extId } = filter;
    const found = await this.desk.listReceipts(app.id, { ...filter, limit: limit + 1 });
    const page = extId === undefined ? found.slice(0, limit) : found;
    return {
      items: page.map(toReceipt),
      granted: app.settings.permanentDeletion,
      next: found.length > page.length ? (page.at(-1)?.receiptId ?? null) : null,
    };
  }
}
