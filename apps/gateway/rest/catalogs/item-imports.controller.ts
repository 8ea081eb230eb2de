import { Controller, Post, Query } from '@nestjs/common';
import { ItemImportService } from '#libs/catalogs';
import type { Caller } from '#libs/tenancy';
import { ImportFileService } from '#libs/users/imports';
import { malformed } from '#platform/errors';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { AcceptsFile, StoredImportForm } from '../../http/body/import-upload.interceptor.js';
import type { ImportForm } from '../../http/request/request-context.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { CatalogNameDto, ItemImportDto } from './catalogs.dto.js';

/** Items of catalogs from files. Its path has no variable, so that a proxy can let larger bodies pass. */
@RestApi('Catalogs')
@RequiresScope('catalogs')
@Controller('rest/3.0')
export class ItemImportsController {
  constructor(
    private readonly imports: ItemImportService,
    private readonly files: ImportFileService,
  ) {}

  @Post('importItems')
  @AcceptsFile('sku,title\nA-100,Blue shoes\n', {
    dryRun: { type: 'string', enum: ['true', 'false'], description: 'Answers what would change, and changes nothing' },
  })
  @ErrorResponses('unknown_key', 'wrong_state')
  @OkResponse('Loads items from a file, all or none; `index` of a fault is its line', ItemImportDto)
  async importItems(
    @CurrentCaller() { appId }: Caller,
    @Query() { name }: CatalogNameDto,
    @StoredImportForm() { file, request, consent }: ImportForm,
  ): Promise<ItemImportDto> {
    const { format, dryRun, mapping } = request;
    if (consent !== null || Object.keys(mapping).length > 0) {
      throw malformed('A file of items has no mapping and no consent');
    }
    return { dryRun, ...(await this.imports.importFile(appId, name, this.files.open(file), { format, dryRun })) };
  }
}
