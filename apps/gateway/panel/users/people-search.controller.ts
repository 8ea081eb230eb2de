import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { PersonSearchService } from '#libs/reporting/people';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { seesPrivate } from '../access/sees-private.js';
import { PeopleSearchDto, SearchedPeopleDto, toSearchedPeople } from './people-search.dto.js';

/** People by what someone types, which is no part of an address that is logged. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/users')
export class PeopleSearchController {
  constructor(private readonly search: PersonSearchService) {}

  @Post('search')
  @HttpCode(200)
  @Allows('users.read')
  @AnswersSecret()
  @OkResponse(
    'Finds users by a part of what is known of them. Private values take a right, and are logged',
    SearchedPeopleDto,
  )
  async find(@InApp() caller: AppCaller, @Body() { text }: PeopleSearchDto): Promise<SearchedPeopleDto> {
    const searcher = { isPrivateShown: seesPrivate(caller), origin: caller.origin };
    return toSearchedPeople(
      text.trim() === ''
        ? await this.search.listNewest(caller.app.id, searcher)
        : await this.search.find(caller.app.id, text.replaceAll('\0', ''), searcher),
    );
  }
}
