import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { MediaService } from '#libs/notifications';
import { AcceptsMedia, UploadedMedia } from '../../http/body/media-upload.interceptor.js';
import type { MediaForm } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { MediaDto, MediaListQuery, MediaPageDto, MediaRemovalDto, toMedia, toUse } from './media.dto.js';

/** Pictures that messages show, from a public address. */
@PanelApi('Media')
@Controller('panel/1.0/apps/:app/media')
export class PanelMediaController {
  constructor(private readonly media: MediaService) {}

  @Get()
  @Allows('templates.write')
  @OkResponse('Lists pictures, with the messages that show them and may still be sent', MediaPageDto)
  async list(@InApp() { app }: AppCaller, @Query() { after, limit }: MediaListQuery): Promise<MediaPageDto> {
    const page = await this.media.list(app.id, after ?? null, limit);
    const last = page.length === limit ? page.at(-1) : undefined;
    return {
      items: page.map((media) =>
        Object.assign(toMedia(media, this.media.addressOf(media)), { uses: media.uses.map(toUse) }),
      ),
      next: last ? String(last.mediaId) : null,
    };
  }

  @Post()
  @HttpCode(200)
  @Allows('templates.write')
  @AcceptsMedia()
  @OkResponse('Stores a picture, without what does not draw it', MediaDto)
  async add(@InApp() { app, origin }: AppCaller, @UploadedMedia() file: MediaForm): Promise<MediaDto> {
    const media = await this.media.add(app.id, file, origin);
    return toMedia(media, this.media.addressOf(media));
  }

  @Post(':hash/delete')
  @Allows('templates.write')
  @DoneResponse('Deletes a picture. Messages that show it show none from then on')
  async remove(
    @InApp() { app, origin }: AppCaller,
    @Param('hash') hash: string,
    @Body() { uses }: MediaRemovalDto,
  ): Promise<void> {
    await this.media.remove(app.id, hash, uses, origin);
  }
}
