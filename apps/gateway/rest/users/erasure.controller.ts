import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ErasureService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ERASURE_RECEIPT } from '../../http/responses/kept-headers.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { ErasureDto, ReceiptsDto } from './erasure.dto.js';
import { ExtIdQuery } from './profile.dto.js';

/** Erasure of users (specification, section 4.1). */
@RestApi('Users')
@RequiresScope('erasure')
@Controller('rest/3.0')
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  /** The receipt id is in a header: the body of this operation is empty. */
  @Post('deleteUsersPermanently')
  @ErrorResponses('not_granted')
  @EmptyResponse('Erases users from every table permanently. The application must have this granted (4000)')
  async deleteUsersPermanently(
    @CurrentCaller() caller: Caller,
    @Body() { extIds }: ErasureDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { receiptId } = await this.erasure.eraseUsers(caller.appId, extIds, caller);
    response.setHeader(ERASURE_RECEIPT, receiptId);
  }

  @Get('getErasureReceipts')
  @OkResponse('Lists the receipts of erasures of an extId, newest first, at most 1000', ReceiptsDto)
  async getErasureReceipts(@CurrentCaller() { appId }: Caller, @Query() { extId }: ExtIdQuery): Promise<ReceiptsDto> {
    const receipts = await this.erasure.findReceipts(appId, extId);
    return {
      receipts: receipts.map(({ receiptId, erasedAt, users, counts }) => ({
        receiptId,
        erasedAt: erasedAt.getTime(),
        users,
        counts,
      })),
    };
  }
}
