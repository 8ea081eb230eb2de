import { Controller, Get, Param, Query } from '@nestjs/common';
import { JourneyPeopleService } from '#libs/journeys/control';
import { PersonHeadService } from '#libs/reporting/people';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';
import { PersonJourneysDto, PersonJourneysQuery, toPastVisit, toPresentVisit } from './person-journeys.dto.js';

/** The journeys of one person. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PersonJourneysController {
  constructor(
    private readonly heads: PersonHeadService,
    private readonly people: JourneyPeopleService,
  ) {}

  @Get(':uid/journeys')
  @Allows('users.read')
  @OkResponse('Tells where a user is in journeys, and how its visits ended', PersonJourneysDto)
  async list(
    @InApp() caller: AppCaller,
    @Param('uid') id: string,
    @Query() { after, limit }: PersonJourneysQuery,
  ): Promise<PersonJourneysDto> {
    const { app } = caller;
    const isShown = seesPrivate(caller);
    const { uid } = await this.heads.resolve(app.id, readNumber(id));
    const inside = after === undefined ? await this.people.listInside(app.id, uid) : [];
    const { items, next } = await this.people.listPast(app.id, uid, limit, after);
    return {
      inside: inside.map((visit) => toPresentVisit(visit, isShown)),
      past: items.map((visit) => toPastVisit(visit, isShown)),
      next,
    };
  }
}
