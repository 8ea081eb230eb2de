import { Body, Controller, Post } from '@nestjs/common';
import { countWrittenSegments } from '#libs/content';
import { RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse } from '../../http/responses/responses.js';
import { SmsSegmentsDto, SmsTextDto } from './sms.dto.js';

/** Properties of an SMS before it is sent. */
@RestApi('Notifications')
@RequiresScope('notifications')
@Controller('rest/3.0')
export class SmsController {
  @Post('smsSegments')
  @OkResponse('Counts the segments of a text. Placeholders count as written', SmsSegmentsDto)
  segments(@Body() { message }: SmsTextDto): SmsSegmentsDto {
    return countWrittenSegments(message);
  }
}
