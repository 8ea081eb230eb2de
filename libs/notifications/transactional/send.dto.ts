import { IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { SendTargetDto } from '#libs/audience';
import { DirectContentDto, SendMessageDto } from '#libs/content';
import { CheckedFirst, compose, Describe, DescribeBody, FalseIsAbsent, MayStandIn, Nested } from '#platform/validation';

/** The key of a stored notification, as a text. */
export function NotificationKey(): PropertyDecorator {
  return compose(
    IsString(),
    Matches(/^[1-9]\d{0,9}$/, { message: 'No notification has this key', context: { refusal: 'unknown_key' } }),
    Describe({ description: 'Of a definition; a text', example: '1000' }),
  );
}

/** One transactional send (interface, section 4.3). */
@DescribeBody({
  example: { notificationKey: '1000', target: { extId: 'id1' }, message: { params: { order: 'A-17' } } },
})
export class SendNotificationDto {
  @NotificationKey() notificationKey!: string;

  @FalseIsAbsent()
  @Nested(() => SendTargetDto)
  @Describe({ description: 'One of extId, deviceToken, email, msisdn and pa' })
  target!: SendTargetDto;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Only the device of each user that was active last' })
  lastActiveDevice?: boolean;

  @IsOptional() @FalseIsAbsent() @Nested(() => SendMessageDto) message?: SendMessageDto;
}

/** The address of a direct send: of an e-mail or of a text message. */
export class AddressDto {
  @IsOptional() @FalseIsAbsent() @IsString() @Describe({ example: 'ann@example.com' }) email?: string;

  @IsOptional()
  @FalseIsAbsent()
  @IsString()
  @Describe({ description: 'With country code', example: '+905321234567' })
  msisdn?: string;
}

/** An e-mail or text message to one address (interface, section 4.4). */
@MayStandIn('message', () => DirectContentDto)
@CheckedFirst('target')
@DescribeBody({
  example: {
    target: { email: 'ann@example.com' },
    platforms: ['EMAIL'],
    title: 'Order shipped',
    message: '<p>Your order is on its way</p>',
    from: 'shop@example.com',
    senderName: 'Shop',
    subject: 'Your order is on its way',
  },
})
export class DirectSendDto extends DirectContentDto {
  @FalseIsAbsent()
  @Nested(() => AddressDto)
  @Describe({ description: 'Of an e-mail the email, of a text message the msisdn' })
  target!: AddressDto;
}
