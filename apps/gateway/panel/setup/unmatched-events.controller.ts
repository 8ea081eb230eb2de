import { Controller, Get, Query } from '@nestjs/common';
import { addProposal, EventsService, proposeAttributes } from '#libs/events';
import { SectionEditService } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { SectionDraftDto } from './setup.dto.js';
import { ProposalQuery, toUnmatched, UndefinedEventListDto } from './undefined-events.dto.js';

/** Events that were fired, and that no definition has. */
@PanelApi('Set-up')
@Controller('panel/1.0/apps/:app/unmatched-events')
export class UnmatchedEventsController {
  constructor(
    private readonly events: EventsService,
    private readonly edits: SectionEditService,
  ) {}

  @Get()
  @Allows('definitions.write')
  @OkResponse('Lists names and attributes of events that no definition has', UndefinedEventListDto)
  async list(@InApp() { app }: AppCaller): Promise<UndefinedEventListDto> {
    const names = await this.events.listUnmatchedNames(app.id);
    return { items: names.map((name) => toUnmatched(name, proposeAttributes(name.lastExample))) };
  }

  @Get('definition')
  @Allows('definitions.write')
  @OkResponse('Writes the section `events` with a definition of the newest example', SectionDraftDto)
  async propose(@InApp() { app }: AppCaller, @Query() { name, attribute }: ProposalQuery): Promise<SectionDraftDto> {
    const names = await this.events.listUnmatchedNames(app.id);
    const found = names.find((row) => row.name === name && row.attribute === attribute);
    if (!found) {
      throw new AppError('unknown_id', 'There is no such undefined event any more');
    }
    return this.edits.draftSection(app, 'events', (value) => addProposal(value, found));
  }
}
