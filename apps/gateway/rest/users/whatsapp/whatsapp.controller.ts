import { Body, Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { AddressService } from '#libs/users/registry';
import { CurrentCaller, RequiresScope, RestApi } from '../../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../../../http/responses/responses.js';
import { OptInChangeService } from '../consent/opt-in-change.service.js';
import { UpdateWhatsAppDto, WhatsAppOptInDto } from './whatsapp.dto.js';

/** WhatsApp numbers of users, and their consent to messages there, which is one of its own (interface, section 4.1). */
@RestApi('WhatsApp')
@RequiresScope('users')
@Controller('rest/3.0')
export class WhatsAppController {
  constructor(
    private readonly optIns: OptInChangeService,
    private readonly addresses: AddressService,
  ) {}

  @Post('enableWhatsApp')
  @ErrorResponses('bad_address')
  @EmptyResponse('Opts users and numbers in to WhatsApp')
  async enableWhatsApp(@CurrentCaller() caller: Caller, @Body() body: WhatsAppOptInDto): Promise<void> {
    await this.optIns.change(caller, 'wpNumber', true, body.extIds, body.wpNumbers);
  }

  @Post('disableWhatsApp')
  @ErrorResponses('bad_address')
  @EmptyResponse('Opts users and numbers out of WhatsApp. The refusal of a number holds for everybody who has it')
  async disableWhatsApp(@CurrentCaller() caller: Caller, @Body() body: WhatsAppOptInDto): Promise<void> {
    await this.optIns.change(caller, 'wpNumber', false, body.extIds, body.wpNumbers);
  }

  @Post('updateWhatsApp')
  @ErrorResponses('bad_address')
  @EmptyResponse('Sets or clears the WhatsApp number of a user')
  async updateWhatsApp(
    @CurrentCaller() { appId }: Caller,
    @Body() { extId, wpNumber }: UpdateWhatsAppDto,
  ): Promise<void> {
    await this.addresses.setAddress(appId, 'wpNumber', extId, wpNumber);
  }
}
