import { ArrayNotEmpty, IsArray, IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { SendTargetDto } from '#libs/audience';
import { DirectContentDto, SendMessageDto } from '#libs/content/parse';
import { addAddressFields } from '#libs/users/identities';
import {
  CheckedFirst,
  compose,
  Describe,
  DescribeBody,
  FalseIsAbsent,
  MayStandIn,
  Nested,
  Normalize,
  REQUIRED,
  Text,
} from '#platform/validation';

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

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => SendMessageDto)
  @Describe({ description: 'What differs from the definition, and values of placeholders' })
  message?: SendMessageDto;
}

/** The address of a direct send: of an e-mail or of a text message. */
export class AddressDto {
  @IsOptional()
  @Given()
  @IsString()
  @Describe({ example: 'ann@example.com' })
  @Describe({ description: 'E-mail address' })
  email?: string;

  @IsOptional()
  @Given()
  @IsString()
  @Describe({
    description: 'With country code; without one a number of settings.defaultCountry',
    example: '+905321234567',
  })
  msisdn?: string;

  @IsOptional()
  @IsBoolean()
  @Describe({
    description: 'true: also to users who refused the channel, never to a suppressed address',
    example: false,
  })
  optOut?: boolean;
}

addAddressFields(AddressDto, ({ label, example }) =>
  compose(IsOptional(), Given(), IsString(), Describe({ description: label, example })),
);

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

/** An empty address is none. */
function Given(): PropertyDecorator {
  return Normalize((value) => (value === false || value === '' ? undefined : value));
}

const FILES = {
  description:
    'Files, with the e-mail at most 10 MB before transfer encoding: xlsx, xls, csv, txt, pdf, jpg, jpeg, png, gif, ' +
    'mpeg, mpeg-2, mp4, avi. The content has to be what the name says. An image that the e-mail shows as ' +
    '`cid:<file name>` stands in its text',
  schema: { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' } },
};

/** The length of `message` in a form, in UTF-16 units. */
const MAX_FORM_MESSAGE = 50_000;

/** The form of a stored e-mail with files. The files themselves are stored while they come. */
export class SendWithFilesDto {
  @IsArray() @ArrayNotEmpty({ context: REQUIRED }) @Describe(FILES) mailAttachment!: unknown[];
  @Text() @Describe({ example: 'ann@example.com' }) @Describe({ description: 'E-mail address' }) to!: string;
  @NotificationKey() @Describe({ description: 'Of a notification with the platform EMAIL' }) notificationKey!: string;

  @IsOptional()
  @Text({ max: MAX_FORM_MESSAGE })
  @Describe({
    description: 'JSON: `message` of sendNotification, with the values of placeholders in `params`',
    example: '{"params": {"order": "A-17"}}',
  })
  message?: string;
}
