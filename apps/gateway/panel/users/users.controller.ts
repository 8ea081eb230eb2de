import { Controller, Get, Param, Query } from '@nestjs/common';
import { ConsentProofService } from '#libs/reporting';
import { PersonFinderService, PersonHeadService, PersonReaderService } from '#libs/reporting/people';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';
import { viewerOf } from '../access/setup-editor.js';
import { ProofDto, ProofQuery, toProof } from './consent-proof.dto.js';
import { PersonHeadDto, toPersonHead } from './person.dto.js';
import {
  FindUsersQuery,
  FoundUserListDto,
  TimelinePageDto,
  TimelineQuery,
  toFoundUser,
  toTimelineEntry,
} from './users.dto.js';
import { toWhy, WhyDto, WhyQuery } from './why.dto.js';

/** One person: found by what is known exactly, with everything that became of messages to it. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PanelUsersController {
  constructor(
    private readonly finder: PersonFinderService,
    private readonly people: PersonReaderService,
    private readonly heads: PersonHeadService,
    private readonly proofs: ConsentProofService,
  ) {}

  @Get('find')
  @Allows('users.read')
  @OkResponse('Finds users by a whole value', FoundUserListDto)
  async find(@InApp() caller: AppCaller, @Query() { by, value }: FindUsersQuery): Promise<FoundUserListDto> {
    const found = await this.finder.find(caller.app.id, by, value, seesPrivate(caller));
    return { items: found.map(toFoundUser), next: null };
  }

  @Get(':uid')
  @Allows('users.read')
  @OkResponse('Gets a user: devices, consents, profile, tags, segments', PersonHeadDto)
  async get(@InApp() caller: AppCaller, @Param('uid') uid: string): Promise<PersonHeadDto> {
    return toPersonHead(await this.heads.get(caller.app.id, readNumber(uid)), seesPrivate(caller) ? 'masked' : 'none');
  }

  @Get(':uid/timeline')
  @Allows('users.read')
  @OkResponse('Lists everything that happened to a user, the newest first', TimelinePageDto)
  async listTimeline(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Query() { after, group, limit }: TimelineQuery,
  ): Promise<TimelinePageDto> {
    const subject = { appId: caller.app.id, uid: readNumber(uid), isPrivateShown: seesPrivate(caller) };
    const { items, next } = await this.people.listTimeline(subject, {
      limit,
      ...(after !== undefined && { after }),
      ...(group && { groups: [group] }),
    });
    return { items: items.map(toTimelineEntry), next };
  }

  @Get(':uid/consent')
  @Allows('users.read')
  @OkResponse('Tells which consent allowed a message to a user, as it stood when the message left', ProofDto)
  async prove(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Query() { messageId }: ProofQuery,
  ): Promise<ProofDto> {
    const person = await this.heads.resolve(caller.app.id, readNumber(uid));
    return toProof(await this.proofs.prove(caller.app.id, messageId, seesPrivate(caller), person.uid));
  }

  @Get(':uid/explain')
  @Allows('users.read')
  @OkResponse('Tells why a user did or did not get a campaign, as it was and as it is now', WhyDto)
  async explain(
    @InApp() caller: AppCaller,
    @Param('uid') uid: string,
    @Query() { campaign }: WhyQuery,
  ): Promise<WhyDto> {
    return toWhy(await this.people.explain(caller.app.id, readNumber(uid), campaign, viewerOf(caller)));
  }
}
