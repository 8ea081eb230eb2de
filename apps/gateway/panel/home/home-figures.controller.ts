import { Controller, Get } from '@nestjs/common';
import { HomeFiguresService, ResultsService } from '#libs/reporting';
import { UserLookupService } from '#libs/users/registry';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import {
  HomeAudienceDto,
  HomeFailuresDto,
  HomeFiguresDto,
  toHomeAudience,
  toHomeFailure,
  toHomeFigures,
} from './home-figures.dto.js';

const MAX_FAILURES = 10;

/** Parts of the first screen that only some members see. */
@PanelApi('Home')
@Controller('panel/1.0/apps/:app/home')
export class HomeFiguresController {
  constructor(
    private readonly figures: HomeFiguresService,
    private readonly results: ResultsService,
    private readonly users: UserLookupService,
  ) {}

  @Get('figures')
  @Allows('reports.read')
  @OkResponse('Sums the campaigns of the last 30 days; at most a minute old', HomeFiguresDto)
  async readFigures(@InApp() { app }: AppCaller): Promise<HomeFiguresDto> {
    return toHomeFigures(await this.figures.readFigures(app));
  }

  @Get('audience')
  @Allows('audience.count')
  @OkResponse('Counts the users now, and lists their number on the last 30 days', HomeAudienceDto)
  async readAudience(@InApp() { app }: AppCaller): Promise<HomeAudienceDto> {
    return toHomeAudience(await this.figures.readAudience(app.id));
  }

  @Get('failures')
  @Allows('users.read')
  @OkResponse('Lists the latest messages that failed', HomeFailuresDto)
  async listFailures(@InApp() { app }: AppCaller): Promise<HomeFailuresDto> {
    const { list } = await this.results.getPage(app.id, { status: 'FAILED', max: MAX_FAILURES, showsPrivate: false });
    const extIds = list.flatMap(({ extId }) => extId ?? []);
    const uids = await this.users.findUidsByExtIds(app.id, extIds);
    return { items: list.map((result) => toHomeFailure(result, uids)) };
  }
}
