import { Controller, Get, Param, Query } from '@nestjs/common';
import { CatalogListService, ItemService } from '#libs/catalogs';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { seesPrivate } from '../access/sees-private.js';
import {
  MAX_PAGE,
  PanelCatalogListDto,
  PanelItemChangeListDto,
  PanelItemListDto,
  PanelItemsQuery,
  toPanelCatalog,
  toPanelChange,
  toPanelItem,
} from './catalogs.dto.js';

/** Items that templates look up. */
@PanelApi('Templates')
@Controller('panel/1.0/apps/:app/catalogs')
export class PanelCatalogsController {
  constructor(
    private readonly catalogs: CatalogListService,
    private readonly items: ItemService,
  ) {}

  @Get()
  @Allows('campaigns.write')
  @OkResponse('Lists catalogs, with fields and the state of their feeds', PanelCatalogListDto)
  async list(@InApp() { app }: AppCaller): Promise<PanelCatalogListDto> {
    return { items: (await this.catalogs.list(app.id)).map(toPanelCatalog) };
  }

  @Get(':name/items')
  @Allows('campaigns.write')
  @OkResponse('Lists items of a catalog by key', PanelItemListDto)
  async listItems(
    @InApp() { app }: AppCaller,
    @Param('name') name: string,
    @Query() { prefix = '', after = '', limit }: PanelItemsQuery,
  ): Promise<PanelItemListDto> {
    const { items, next } = await this.items.listItems(app.id, name, { prefix, after, limit });
    return { items: items.map(toPanelItem), next };
  }

  @Get(':name/changes')
  @Allows('campaigns.write')
  @OkResponse('Lists the last changes of watched fields, with the number of people concerned', PanelItemChangeListDto)
  async listChanges(@InApp() caller: AppCaller, @Param('name') name: string): Promise<PanelItemChangeListDto> {
    const shown = { limit: MAX_PAGE, seesPrivate: seesPrivate(caller) };
    return { items: (await this.catalogs.listChanges(caller.app.id, name, shown)).map(toPanelChange) };
  }
}
