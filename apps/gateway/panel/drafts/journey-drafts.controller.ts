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

/** Journeys that members write, shared by all who may change the set-up. */
@PanelApi('Journeys')
@Controller('panel/1.0/apps/:app/journey-drafts')
export class JourneyDraftsController {
  constructor(
    private readonly drafts: DraftService,
    private readonly presence: DraftPresenceService,
  ) {}

  @Get()
  @Allows('setup.write')
  @OkResponse('Lists open drafts of journeys', DraftsDto)
  async list(@InApp() { app }: AppCaller): Promise<DraftsDto> {
    return { items: (await this.drafts.listOpen(app.id, 'journey')).map(toListedDraft) };
  }

  @Get(':id')
  @Allows('setup.write')
  @OkResponse('Gets a draft of a journey', DraftDto)
  async get(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<DraftDto> {
    return toDraft(await this.drafts.get(app.id, readNumber(id), 'journey'));
  }

  @Post()
  @HttpCode(200)
  @MaxBody(MAX_FORM)
  @Allows('setup.write')
  @OkResponse('Begins a draft of a journey', DraftStateDto)
  async create(@InApp() caller: AppCaller, @Body() { name, body }: DraftContentDto): Promise<DraftStateDto> {
    return toDraftState(await this.drafts.create(writerOf(caller), { name, body }));
  }

  @Post(':id/save')
  @HttpCode(200)
  @MaxBody(MAX_FORM)
  @Allows('setup.write')
  @OkResponse('Saves a draft of a journey, where nobody else did meanwhile', DraftStateDto)
  async save(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { version, name, body }: DraftSaveDto,
  ): Promise<DraftStateDto> {
    const seen = { draftId: readNumber(id), version };
    return toDraftState(await this.drafts.save(writerOf(caller), seen, { name, body }));
  }

  @Post(':id/delete')
  @Allows('setup.write')
  @DoneResponse('Deletes a draft of a journey, where nobody else changed it meanwhile')
  async delete(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { version }: DraftDeleteDto,
  ): Promise<void> {
    await this.drafts.delete(writerOf(caller), { draftId: readNumber(id), version });
  }

  @Post(':id/presence')
  @HttpCode(200)
  @Allows('setup.write')
  @OkResponse('Tells that a page has the draft open, or leaves it, and who else has it open', DraftReadersDto)
  async meet(
    @InApp() { app, origin }: AppCaller,
    @Param('id') id: string,
    @Body() { tab, isOpen }: DraftPageDto,
  ): Promise<DraftReadersDto> {
    const page = { appId: app.id, kind: 'journey', draftId: readNumber(id), member: origin.by, tab } as const;
    if (isOpen) {
      return { items: await this.presence.beat(page) };
    }
    await this.presence.leave(page);
    return { items: [] };
  }
}

function writerOf({ app, origin }: AppCaller): AppCaller['origin'] & { appId: number; kind: 'journey' } {
  return { ...origin, appId: app.id, kind: 'journey' };
}
