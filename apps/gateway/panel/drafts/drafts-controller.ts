import { Body, Controller, Get, HttpCode, Param, Post, type Type } from '@nestjs/common';
import { type DraftKind, DraftPresenceService, DraftService } from '#libs/notifications/drafts';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { originOf } from '../access/own-writer.js';
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

/**
 * Drafts of one kind.
 *
 * @property path    of the operations, behind the application
 * @property access  the right to read and write them: all who have it share them
 * @property tag     under which the API document lists them
 * @property plural  what they are drafts of, in words
 */
interface DraftsOf {
  kind: DraftKind;
  path: string;
  access: Parameters<typeof Allows>[0];
  tag: string;
  plural: string;
}

/** The operations of drafts of one kind: a class for each, since no caller of one sees the other. */
export function DraftsController({ kind, path, access, tag, plural }: DraftsOf): Type<object> {
  const writerOf = (caller: AppCaller) => ({ ...originOf(caller), kind });

  @PanelApi(tag)
  @Controller(`panel/1.0/apps/:app/${path}`)
  class Drafts {
    constructor(
      private readonly drafts: DraftService,
      private readonly presence: DraftPresenceService,
    ) {}

    @Get()
    @Allows(access)
    @OkResponse(`Lists open drafts of ${plural}`, DraftsDto)
    async list(@InApp() { app }: AppCaller): Promise<DraftsDto> {
      return { items: (await this.drafts.listOpen(app.id, kind)).map(toListedDraft) };
    }

    @Get(':id')
    @Allows(access)
    @OkResponse(`Gets a draft of ${plural}, and what became of it`, DraftDto)
    async get(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<DraftDto> {
      return toDraft(await this.drafts.get(app.id, readNumber(id), kind));
    }

    @Post()
    @HttpCode(200)
    @MaxBody(MAX_FORM)
    @Allows(access)
    @OkResponse(`Begins a draft of ${plural}`, DraftStateDto)
    async create(@InApp() caller: AppCaller, @Body() { name, body }: DraftContentDto): Promise<DraftStateDto> {
      return toDraftState(await this.drafts.create(writerOf(caller), { name, body }));
    }

    @Post(':id/save')
    @HttpCode(200)
    @MaxBody(MAX_FORM)
    @Allows(access)
    @OkResponse(`Saves a draft of ${plural}, where no other member did in between`, DraftStateDto)
    async save(
      @InApp() caller: AppCaller,
      @Param('id') id: string,
      @Body() { version, name, body }: DraftSaveDto,
    ): Promise<DraftStateDto> {
      const seen = { draftId: readNumber(id), version };
      return toDraftState(await this.drafts.save(writerOf(caller), seen, { name, body }));
    }

    @Post(':id/delete')
    @Allows(access)
    @DoneResponse(`Deletes a draft of ${plural}, where no other member changed it in between`)
    async delete(
      @InApp() caller: AppCaller,
      @Param('id') id: string,
      @Body() { version }: DraftDeleteDto,
    ): Promise<void> {
      await this.drafts.delete(writerOf(caller), { draftId: readNumber(id), version });
    }

    @Post(':id/presence')
    @HttpCode(200)
    @Allows(access)
    @OkResponse(
      `Notes that a page has a draft of ${plural} open, or leaves it, and lists who else has it open`,
      DraftReadersDto,
    )
    async meet(
      @InApp() { app, origin }: AppCaller,
      @Param('id') id: string,
      @Body() { tab, isOpen }: DraftPageDto,
    ): Promise<DraftReadersDto> {
      const page = { appId: app.id, kind, draftId: readNumber(id), member: origin.by, tab };
      if (isOpen) {
        return { items: await this.presence.beat(page) };
      }
      await this.presence.leave(page);
      return { items: [] };
    }
  }
  return Drafts;
}
