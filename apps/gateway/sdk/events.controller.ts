import { Body, Controller, Post } from '@nestjs/common';
import { EventsService } from '#libs/events';
import { UserProofService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../http/responses/responses.js';
import { ReportEventsDto } from './events.dto.js';

/** Events from devices. */
@SdkApi('Events')
@Controller('sdk/1.0')
export class DeviceEventsController {
  constructor(
    private readonly proofs: UserProofService,
    private readonly events: EventsService,
  ) {}

  @Post('events')
  @ErrorResponses('user_unproven')
  @EmptyResponse('Reports events of the user of this installation, as `fireEvents` does for servers')
  async report(@CurrentCaller() { appId }: Caller, @Body() body: ReportEventsDto): Promise<void> {
    const { uid } = await this.proofs.authenticateReporter(appId, body);
    await this.events.reportEvents(appId, uid, body.events);
  }
}
