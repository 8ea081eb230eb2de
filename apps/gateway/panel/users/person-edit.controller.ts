import { Body, Controller, Param, Post } from '@nestjs/common';
import { markOf, PersonEditService, PersonRemovalService, type PersonEditor } from '#libs/administration';
import { PersonHeadService } from '#libs/reporting/people';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { viewerOf } from '../access/setup-editor.js';
import { ConfirmDto, ErasedDto, PersonChangesDto, PersonDifferencesDto, toDifference } from './person-edit.dto.js';
import { PersonHeadDto, toPersonHead } from './person.dto.js';

/** Actions of a member at one person. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PanelPersonController {
  constructor(
    private readonly heads: PersonHeadService,
    private readonly edits: PersonEditService,
    private readonly removals: PersonRemovalService,
  ) {}

  @Post(':uid/reveal')
  @Allows('users.private')
  @AnswersSecret()
  @OkResponse('Shows the private values of a user. The audit log has who looked', PersonHeadDto)
  async reveal(@InApp() { app, origin }: AppCaller, @Param('uid') uid: string): Promise<PersonHeadDto> {
    return toPersonHead(await this.heads.reveal(app.id, readNumber(uid), origin), 'all');
  }

  @Post(':uid/changes')
  @Allows('users.write')
  @AnswersSecret()
  @OkResponse('Changes attributes, tags and consent of a user, or tells what would change', PersonDifferencesDto)
  async change(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Body() { set = {}, unset = [], addTags = [], removeTags = [], consents = [], way, trial, mark }: PersonChangesDto,
  ): Promise<PersonDifferencesDto> {
    const changes = { set, unset, addTags, removeTags, consents, ...(way !== undefined && { way }) };
    const seen = { isTrial: trial, mark, viewer: viewerOf(caller) };
    const differences = await this.edits.change(editorOf(caller, uid), changes, seen);
    return { items: differences.map(toDifference), saved: !trial, mark: markOf(differences) };
  }

  @Post(':uid/devices/:device/retire')
  @Allows('users.write')
  @DoneResponse('Takes a device out of use, until it registers again')
  async retire(@InApp() caller: AppCaller, @Param('uid') uid: string, @Param('device') device: string): Promise<void> {
    await this.removals.retireDevice(editorOf(caller, uid), device);
  }

  @Post(':uid/delete')
  @Allows('users.erase')
  @DoneResponse('Deletes a user and its devices. Results of sends stay')
  async delete(@InApp() caller: AppCaller, @Param('uid') uid: string, @Body() { confirm }: ConfirmDto): Promise<void> {
    await this.removals.delete(editorOf(caller, uid), confirm);
  }

  @Post(':uid/erase')
  @Allows('users.erase')
  @NeedsProof()
  @OkResponse('Erases a user from every table for good. The application must have this granted', ErasedDto)
  async erase(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Body() { confirm }: ConfirmDto,
  ): Promise<ErasedDto> {
    return this.removals.erase(editorOf(caller, uid), confirm);
  }
}

function editorOf({ app, origin }: AppCaller, uid: string): PersonEditor {
  return { appId: app.id, uid: readNumber(uid), origin };
}
