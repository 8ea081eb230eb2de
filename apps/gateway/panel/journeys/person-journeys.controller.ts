import { Controller, Get, Param, Query } from '@nestjs/common';
import { JourneyPeopleService, ShownJourneyService, type VisitedJourney } from '#libs/journeys/control';
import { PersonHeadService } from '#libs/reporting/people';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';
import { viewerOf } from '../access/setup-editor.js';
import { PersonJourneysDto, PersonJourneysQuery, toPastVisit, toPresentVisit } from './person-journeys.dto.js';

/** The journeys of one person. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PersonJourneysController {
  constructor(
    private readonly heads: PersonHeadService,
    private readonly people: JourneyPeopleService,
    private readonly shown: ShownJourneyService,
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
    const hidden = await this.findHidden(caller, [...inside, ...items]);
    const isOpen = ({ journey }: { journey: VisitedJourney }): boolean => !hidden.has(journey.journeyId);
    return {
      inside: inside.filter(isOpen).map((visit) => toPresentVisit(visit, isShown)),
      past: items.filter(isOpen).map((visit) => toPastVisit(visit, isShown)),
      next,
    };
  }

  /** Finds the journeys whose visits would show the member private values. */
  private async findHidden(caller: AppCaller, visits: readonly { journey: VisitedJourney }[]): Promise<Set<number>> {
    const viewer = viewerOf(caller);
    const journeys = new Map(visits.map(({ journey }) => [journey.journeyId, journey]));
    const hidden = new Set<number>();
    for (const { journeyId, name } of viewer.seesPrivate ? [] : journeys.values()) {
      if (await this.shown.hidesPlaces({ appId: caller.app.id, journeyId, name }, viewer)) {
        hidden.add(journeyId);
      }
    }
    return hidden;
  }
}
