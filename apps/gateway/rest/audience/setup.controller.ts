import { Body, Controller, Get, Post } from '@nestjs/common';
import { SegmentService } from '#libs/audience';
import { SetupService, type Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, OkResponse } from '../../http/responses/responses.js';
import {
  AttributeInputsDto,
  CategoryInputsDto,
  AttributeCodesDto,
  EntryNamesDto,
  SegmentDefinitionsDto,
  SegmentInputsDto,
  toFileEntries,
} from './setup.dto.js';

/** Attributes, categories and segments of an application, as its file has them. Beyond the published interface. */
@RestApi('Application')
@RequiresScope('setup')
@Controller('rest/3.0/app')
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly segments: SegmentService,
  ) {}

  @Post('profile-attributes/save')
  @EmptyResponse('Defines attributes of users, or changes their definitions. Others stay')
  async saveAttributes(@CurrentCaller() caller: Caller, @Body() { attributes }: AttributeInputsDto): Promise<void> {
    await this.setup.saveEntries(caller, 'attributes', toFileEntries(attributes));
  }

  @Post('profile-attributes/remove')
  @EmptyResponse('Removes definitions of attributes, and their values from all users')
  async removeAttributes(@CurrentCaller() caller: Caller, @Body() { codes }: AttributeCodesDto): Promise<void> {
    await this.setup.removeEntries(caller, 'attributes', codes);
  }

  @Post('categories/save')
  @EmptyResponse('Adds categories of messages, or changes them. A category that is back has its opt-outs again')
  async saveCategories(@CurrentCaller() caller: Caller, @Body() { categories }: CategoryInputsDto): Promise<void> {
    await this.setup.saveEntries(caller, 'categories', toFileEntries(categories));
  }

  @Post('categories/remove')
  @EmptyResponse('Removes categories of messages')
  async removeCategories(@CurrentCaller() caller: Caller, @Body() { names }: EntryNamesDto): Promise<void> {
    await this.setup.removeEntries(caller, 'categories', names);
  }

  @Get('segments')
  @OkResponse('Lists the definitions of segments', SegmentDefinitionsDto)
  async getSegments(@CurrentCaller() { appId }: Caller): Promise<SegmentDefinitionsDto> {
    const segments = await this.segments.listDefinitions(appId);
    return { segments: segments.map(({ segmentId, name, type, target }) => ({ id: segmentId, name, type, target })) };
  }

  @Post('segments/save')
  @EmptyResponse('Defines segments, or changes their targets. Their members are calculated within moments')
  async saveSegments(@CurrentCaller() caller: Caller, @Body() { segments }: SegmentInputsDto): Promise<void> {
    await this.setup.saveEntries(caller, 'segments', toFileEntries(segments));
  }

  @Post('segments/remove')
  @EmptyResponse('Removes segments. Campaigns that began with one go on')
  async removeSegments(@CurrentCaller() caller: Caller, @Body() { names }: EntryNamesDto): Promise<void> {
    await this.setup.removeEntries(caller, 'segments', names);
  }
}
