import { Controller, Get } from '@nestjs/common';
import { vapidPublicKey } from '#libs/channels';
import { ProviderAccountService, type Caller } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { CurrentCaller, PageApi } from '../../http/auth/api-key.guard.js';
import { OkResponse, ErrorResponses } from '../../http/responses/responses.js';
import { WebPushDto } from './web-push.dto.js';

/** The key that a page subscribes with. It is the same for all users, so a key of the application is enough. */
@PageApi('Installations')
@Controller('sdk/1.0')
export class WebPushController {
  constructor(private readonly accounts: ProviderAccountService) {}

  @Get('web-push')
  @ErrorResponses('not_granted')
  @OkResponse('Gets the VAPID public key that a browser subscribes with', WebPushDto)
  async subscribeWith(@CurrentCaller() { appId }: Caller): Promise<WebPushDto> {
    const account = await this.accounts.findAccount(appId, 'webpush');
    const publicKey = account && vapidPublicKey(account.credentials);
    if (!publicKey) {
      throw new AppError('not_granted', 'The application has no account for web push');
    }
    return { publicKey };
  }
}
