import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { TestResultService } from '#libs/reporting';
import { TesterListService } from '#libs/administration';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';
import { FoundUserDto, toFoundUser } from '../users/users.dto.js';
import { NewTesterDto, TestDto, TesterListDto, toTest } from './testers.dto.js';

/** Users that get a message before everyone does, and what became of the tests that were sent to them. */
@PanelApi('Tests')
@Controller('panel/1.0/apps/:app')
export class PanelTestersController {
  constructor(
    private readonly testers: TesterListService,
    private readonly tests: TestResultService,
  ) {}

  @Get('testers')
  @Allows('users.read')
  @OkResponse('Lists the testers of the application', TesterListDto)
  async list(@InApp() caller: AppCaller): Promise<TesterListDto> {
    const { testers, isWhole } = await this.testers.list(caller.app.id, seesPrivate(caller));
    return { items: testers.map(toFoundUser), more: !isWhole };
  }

  @Post('testers')
  @HttpCode(200)
  @Allows('users.write')
  @OkResponse('Makes a user a tester', FoundUserDto)
  async add(@InApp() caller: AppCaller, @Body() { by, value }: NewTesterDto): Promise<FoundUserDto> {
    const editor = { appId: caller.app.id, origin: caller.origin };
    return toFoundUser(await this.testers.add(editor, by, value, seesPrivate(caller)));
  }

  @Post('testers/:uid/remove')
  @Allows('users.write')
  @DoneResponse('Makes a tester a usual user again')
  async remove(@InApp() { app, origin }: AppCaller, @Param('uid') uid: string): Promise<void> {
    await this.testers.remove({ appId: app.id, origin, uid: readNumber(uid) });
  }

  @Get('tests/:id')
  @Allows('campaigns.read')
  @OkResponse('Gets a test: what became of it at each device and address', TestDto)
  async get(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<TestDto> {
    return toTest(await this.tests.get(app.id, readNumber(id)));
  }
}
