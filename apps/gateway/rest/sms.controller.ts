import { Body, Controller, Post } from '@nestjs/common';
import { countSmsSegments } from '#libs/content';
import { Answers } from '../http/answers.js';
import { NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { SmsSegmentsDto, SmsTextDto } from './sms.dto.js';

/** What one wants to know about an SMS before it is sent. */
@RestSurface('Notifications')
@NeedsScope('notifications')
@Controller('rest/3.0')
export class SmsController {
  @Post('smsSegments')
  @Answers('Segments that a text takes; placeholders count as they stand', SmsSegmentsDto)
  segments(@Body() { message }: SmsTextDto): SmsSegmentsDto {
    return countSmsSegments(message);
  }
}
