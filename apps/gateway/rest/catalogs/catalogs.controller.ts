import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CatalogListService, ItemService, MAX_ITEMS_OF_REQUEST } from '#libs/catalogs';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { Entries } from '../../http/validation/list-body.js';
import {
  CatalogItemDto,
  CatalogItemsDto,
  CatalogItemsQuery,
  ItemChangesDto,
  ItemChangesQuery,
  CatalogKeysDto,
  CatalogListDto,
  CatalogNameDto,
  RemovedItemsDto,
  StoredItemsDto,
  toCatalogDto,
  toItemChangeDto,
  toItemDto,
} from './catalogs.dto.js';

/** Items of catalogs, which templates look up. Beyond the published interface. */
@RestApi('Catalogs')
@RequiresScope('catalogs')
@Controller('rest/3.0/catalogs')
export class CatalogsController {
  constructor(
    private readonly catalogs: CatalogListService,
    private readonly items: ItemService,
  ) {}

  @Get()
  @OkResponse('Lists the catalogs with the number of their items', CatalogListDto)
  async list(@CurrentCaller() { appId }: Caller): Promise<CatalogListDto> {
    return { list: (await this.catalogs.list(appId)).map(toCatalogDto) };
  }

  @Get('items')
  @ErrorResponses('unknown_key', 'unknown_subject')
  @OkResponse('Lists items by key, or one', CatalogItemsDto)
  async listItems(
    @CurrentCaller() { appId }: Caller,
    @Query() { name, key, prefix = '', after = '', limit }: CatalogItemsQuery,
  ): Promise<CatalogItemsDto> {
    if (key !== undefined) {
      return { list: [toItemDto(await this.items.getItem(appId, name, key))], next: null };
    }
    const { items, next } = await this.items.listItems(appId, name, { prefix, after, limit });
    return { list: items.map(toItemDto), next };
  }

  @Get('changes')
  @ErrorResponses('unknown_key')
  @OkResponse('Lists changes of watched fields, the newest first, with the number of people concerned', ItemChangesDto)
  async listChanges(
    @CurrentCaller() { appId, seesPrivate }: Caller,
    @Query() { name, limit }: ItemChangesQuery,
  ): Promise<ItemChangesDto> {
    return { list: (await this.catalogs.listChanges(appId, name, { limit, seesPrivate })).map(toItemChangeDto) };
  }

  @Post(':name/items')
  @ErrorResponses('unknown_key', 'wrong_state')
  @OkResponse('Adds items, and changes those that are there: fields left out stay, null removes one', StoredItemsDto)
  async upsert(
    @CurrentCaller() { appId }: Caller,
    @Param() { name }: CatalogNameDto,
    @Entries(CatalogItemDto, { max: MAX_ITEMS_OF_REQUEST }) items: CatalogItemDto[],
  ): Promise<StoredItemsDto> {
    return this.items.upsert(
      appId,
      name,
      items.map(({ fields }) => fields),
    );
  }

  @Post(':name/items/remove')
  @ErrorResponses('unknown_key')
  @OkResponse('Removes items by key', RemovedItemsDto)
  async remove(
    @CurrentCaller() { appId }: Caller,
    @Param() { name }: CatalogNameDto,
    @Body() { keys }: CatalogKeysDto,
  ): Promise<RemovedItemsDto> {
    return this.items.remove(appId, name, keys);
  }
}
