import { Body, Controller, Post } from '@nestjs/common';
import { EventsService } from '#libs/events';
import type { Caller } from '#libs/tenancy';
import { InstallationService } from '#libs/users';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { EmptyResponse } from '../http/responses/responses.js';
import { ReportEventsDto } from './events.dto.js';

/** Events from devices. */
@SdkApi('Events')
@Controller('sdk/1.0')
export class DeviceEventsController {
  constructor(
    private readonly installations: InstallationService,
    private readonly events: EventsService,
  ) {}

  @Post('events')
  @EmptyResponse('Reports events of the user of this installation, as `fireEvents` does for servers')
  async report(@CurrentCaller() { appId }: Caller, @Body() body: ReportEventsDto): Promise<void> {
    const { uid } = await this.installations.authenticate(appId, body);
    await this.events.reportEvents(appId, uid, body.events);
  }
}
