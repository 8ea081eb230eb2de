import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { DraftCommentService } from '#libs/notifications/drafts';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { DraftCommentsDto, NewCommentDto, toComment } from './draft-comments.dto.js';

/** Comments of members on a draft, for each other. Nothing of them is sent or approved. */
@PanelApi('Drafts')
@Controller('panel/1.0/apps/:app/drafts/:id/comments')
export class DraftCommentsController {
  constructor(private readonly comments: DraftCommentService) {}

  @Get()
  @Allows('campaigns.write')
  @OkResponse('Lists the comments on a draft', DraftCommentsDto)
  async list(@InApp() caller: AppCaller, @Param('id') id: string): Promise<DraftCommentsDto> {
    const items = await this.comments.list(caller.app.id, readNumber(id));
    return { items: items.map((comment) => toComment(comment, caller.member.memberId)) };
  }

  @Post()
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse('Adds a comment to a draft', DraftCommentsDto)
  async add(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { text }: NewCommentDto,
  ): Promise<DraftCommentsDto> {
    await this.comments.add(authorOf(caller), readNumber(id), text);
    return this.list(caller, id);
  }

  @Post(':comment/remove')
  @Allows('campaigns.write')
  @DoneResponse("Removes a comment of the member's own")
  async remove(@InApp() caller: AppCaller, @Param('id') id: string, @Param('comment') comment: string): Promise<void> {
    await this.comments.remove(authorOf(caller), readNumber(id), readNumber(comment));
  }
}

function authorOf({ app, origin, member }: AppCaller): AppCaller['origin'] & { appId: number; memberId: number } {
  return { ...origin, appId: app.id, memberId: member.memberId };
}
