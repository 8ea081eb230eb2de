import { Body, Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { AddressService } from '#libs/users/registry';
import { Config } from '#platform/config';
import { CurrentCaller, RequiresScope, RestApi } from '../../../http/auth/api-key.guard.js';
import { MaxBody } from '../../../http/body/body.interceptor.js';
import { EmptyResponse, ErrorResponses } from '../../../http/responses/responses.js';
import {
  EmailListDto,
  MsisdnListDto,
  RemoveEmailDto,
  RemoveMsisdnDto,
  UpdateEmailDto,
  UpdateMsisdnDto,
} from './addresses.dto.js';

const KB = 1024;
/** A list has no limit but its size (specification, section 8). */
const LIST_KB = new Config().LIST_UPLOAD_KB;

/** E-mail addresses and phone numbers of users, and uploaded lists of them (specification, section 4.1; decisions, section 6). */
@RestApi('Addresses')
@RequiresScope('users')
@Controller('rest/3.0')
export class AddressesController {
  constructor(private readonly addresses: AddressService) {}

  @Post('updateEmail')
  @ErrorResponses('bad_address')
  @EmptyResponse('Sets the e-mail address of a user')
  async updateEmail(@CurrentCaller() { appId }: Caller, @Body() { extId, email }: UpdateEmailDto): Promise<void> {
    await this.addresses.setAddress(appId, 'email', extId, email);
  }

  @Post('updateMsisdn')
  @ErrorResponses('bad_address')
  @EmptyResponse('Sets or clears the phone number of a user')
  async updateMsisdn(@CurrentCaller() { appId }: Caller, @Body() { extId, msisdn }: UpdateMsisdnDto): Promise<void> {
    await this.addresses.setAddress(appId, 'msisdn', extId, msisdn);
  }

  @Post('removeEmail')
  @ErrorResponses('bad_address')
  @EmptyResponse('Removes the e-mail address of a user, or uploaded addresses')
  async removeEmail(@CurrentCaller() { appId }: Caller, @Body() { extId, emailList }: RemoveEmailDto): Promise<void> {
    await this.addresses.removeAddress(appId, 'email', { extId, addresses: emailList });
  }

  @Post('removeMsisdn')
  @ErrorResponses('bad_address')
  @EmptyResponse('Removes the phone number of a user, or uploaded numbers')
  async removeMsisdn(
    @CurrentCaller() { appId }: Caller,
    @Body() { extId, msisdnList }: RemoveMsisdnDto,
  ): Promise<void> {
    await this.addresses.removeAddress(appId, 'msisdn', { extId, addresses: msisdnList });
  }

  @Post('addEmail')
  @MaxBody(LIST_KB * KB, ({ LIST_UPLOAD_KB }) => LIST_UPLOAD_KB * KB)
  @ErrorResponses('bad_address')
  @EmptyResponse('Uploads e-mail addresses. An address of an existing user creates no new user')
  async addEmail(@CurrentCaller() { appId }: Caller, @Body() { emailList }: EmailListDto): Promise<void> {
    await this.addresses.uploadAddresses(appId, 'email', emailList);
  }

  @Post('addMsisdn')
  @MaxBody(LIST_KB * KB, ({ LIST_UPLOAD_KB }) => LIST_UPLOAD_KB * KB)
  @ErrorResponses('bad_address')
  @EmptyResponse('Uploads phone numbers. A number of an existing user creates no new user')
  async addMsisdn(@CurrentCaller() { appId }: Caller, @Body() { msisdnList }: MsisdnListDto): Promise<void> {
    await this.addresses.uploadAddresses(appId, 'msisdn', msisdnList);
  }
}
