import { Body, Controller, Post } from '@nestjs/common';
import { countSmsSegments } from '#libs/content';
import { OkResponse } from '../../http/responses/responses.js';
import { RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { SmsSegmentsDto, SmsTextDto } from './sms.dto.js';

/** What one wants to know about an SMS before it is sent. */
@RestApi('Notifications')
@RequiresScope('notifications')
@Controller('rest/3.0')
export class SmsController {
  @Post('smsSegments')
  @OkResponse('Segments that a text takes; placeholders count as they stand', SmsSegmentsDto)
  segments(@Body() { message }: SmsTextDto): SmsSegmentsDto {
    return countSmsSegments(message);
  }
}
