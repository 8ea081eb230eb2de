import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { segmentTarget } from '#libs/audience';
import { AudienceTaggingService } from '#libs/audience/recipients';
import { TaggingService } from '#libs/users/imports';
import { AppError } from '#platform/errors';
import { WhileAsked } from '../../http/request/while-asked.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { requirePermission } from '../access/require-permission.js';
import { viewerOf } from '../access/setup-editor.js';
import { NewTaggingDto, TaggingDto, TaggingListDto, toTagging } from './taggings.dto.js';

/** Tags for everyone in an audience, given or taken off in the background. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience/taggings')
export class PanelTaggingsController {
  constructor(
    private readonly audiences: AudienceTaggingService,
    private readonly taggings: TaggingService,
  ) {}

  @Get()
  @Allows('users.import')
  @OkResponse('Lists the tags that audiences got or lost lately, with how far each is', TaggingListDto)
  async list(@InApp() { app }: AppCaller): Promise<TaggingListDto> {
    return { items: (await this.taggings.listNewest(app.id)).map(toTagging) };
  }

  /** Its answer counts an audience, so it needs the permission of that beside its own. */
  @Post()
  @HttpCode(200)
  @Allows('users.import')
  @OkResponse('Gives everybody in an audience a tag, or takes it off, in the background', TaggingDto)
  async start(
    @InApp() caller: AppCaller,
    @Body() { target, tag, direction }: NewTaggingDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<TaggingDto> {
    requirePermission(caller, 'audience.count');
    const wanted = { target: segmentTarget(target), tag, direction, viewer: viewerOf(caller), asked };
    return toTagging(await this.audiences.start(caller.origin, caller.app.id, wanted));
  }

  @Get(':id')
  @Allows('users.import')
  @OkResponse('Shows how far one is', TaggingDto)
  async get(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<TaggingDto> {
    return toTagging(await this.taggings.get(app.id, readTaggingId(id)));
  }

  @Post(':id/stop')
  @HttpCode(200)
  @Allows('users.import')
  @OkResponse('Ends one. Who is done stays as they are now', TaggingDto)
  async stop(@InApp() { app, origin }: AppCaller, @Param('id') id: string): Promise<TaggingDto> {
    return toTagging(await this.taggings.stop(origin, app.id, readTaggingId(id)));
  }
}

/** @throws AppError unknown_id for a text that is no id of one */
function readTaggingId(text: string): string {
  if (!isUUID(text)) {
    throw new AppError('unknown_id', `There is no tagging ${text.slice(0, 36)}`);
  }
  return text;
}
