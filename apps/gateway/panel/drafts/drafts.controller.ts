import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { DraftPresenceService, DraftService } from '#libs/notifications';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { DoneResponse } from '../access/done-response.js';
import { readNumber } from '../access/read-number.js';
import {
  DraftContentDto,
  DraftDeleteDto,
  DraftDto,
  DraftPageDto,
  DraftReadersDto,
  DraftSaveDto,
  DraftsDto,
  DraftStateDto,
  MAX_FORM,
  toDraft,
  toDraftState,
  toListedDraft,
} from './drafts.dto.js';

/** Campaigns that members write, shared by all who may write campaigns. */
@PanelApi('Drafts')
@Controller('panel/1.0/apps/:app/drafts')
export class PanelDraftsController {
  constructor(
    private readonly drafts: DraftService,
    private readonly presence: DraftPresenceService,
  ) {}

  @Get()
  @Allows('campaigns.write')
  @OkResponse('Lists open drafts of campaigns', DraftsDto)
  async list(@InApp() { app }: AppCaller): Promise<DraftsDto> {
    return { items: (await this.drafts.listOpen(app.id)).map(toListedDraft) };
  }

  @Get(':id')
  @Allows('campaigns.write')
  @OkResponse('Gets a draft, and what became of it', DraftDto)
  async get(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<DraftDto> {
    return toDraft(await this.drafts.get(app.id, readNumber(id)));
  }

  @Post()
  @HttpCode(200)
  @MaxBody(MAX_FORM)
  @Allows('campaigns.write')
  @OkResponse('Begins a draft', DraftStateDto)
  async create(@InApp() caller: AppCaller, @Body() { name, body }: DraftContentDto): Promise<DraftStateDto> {
    return toDraftState(await this.drafts.create(writerOf(caller), { name, body }));
  }

  @Post(':id/save')
  @HttpCode(200)
  @MaxBody(MAX_FORM)
  @Allows('campaigns.write')
  @OkResponse('Saves a draft, where nobody else did meanwhile', DraftStateDto)
  async save(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { version, name, body }: DraftSaveDto,
  ): Promise<DraftStateDto> {
    const seen = { draftId: readNumber(id), version };
    return toDraftState(await this.drafts.save(writerOf(caller), seen, { name, body }));
  }

  @Post(':id/delete')
  @Allows('campaigns.write')
  @DoneResponse('Deletes a draft, where nobody else changed it meanwhile')
  async delete(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { version }: DraftDeleteDto,
  ): Promise<void> {
    await this.drafts.delete(writerOf(caller), { draftId: readNumber(id), version });
  }

  @Post(':id/presence')
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse('Tells that a page has the draft open, or leaves it, and who else has it open', DraftReadersDto)
  async meet(
    @InApp() { app, origin }: AppCaller,
    @Param('id') id: string,
    @Body() { tab, isOpen }: DraftPageDto,
  ): Promise<DraftReadersDto> {
    const page = { appId: app.id, kind: 'campaign', draftId: readNumber(id), member: origin.by, tab } as const;
    if (isOpen) {
      return { items: await this.presence.beat(page) };
    }
    await this.presence.leave(page);
    return { items: [] };
  }
}

function writerOf({ app, origin }: AppCaller): AppCaller['origin'] & { appId: number } {
  return { ...origin, appId: app.id };
}
