/**
 * Bounds of texts and lists of requests that their schema leaves open, with their fields by class. The published interface
 * has no lengths for the fields of a message or target, and clients rely on it.
 */
export const BOUNDS: Readonly<
  Record<string, { bound: string; test: string; fields: Readonly<Record<string, string>> }>
> = {
  message: {
    bound:
      'the bytes of the body; then Herald counts the whole: 1 MB of an e-mail, 4 KB of a push, parts of a text message',
    test: 'test/attacks/held-thread.http-spec.ts',
    fields: {
      AndroidPartDto: 'bigText carousel mediaUrl slider sound subtitle thumbnailUrl title',
      ButtonSetDto: 'buttonNames.*',
      CarouselPageDto: 'content itemImageUrl title',
      ClickActionDto: 'deeplink url',
      ContentsCampaignDto: 'title within',
      HookDto: 'name params.*',
      IosPartDto: 'carousel mediaUrl slider sound subtitle thumbnailUrl title',
      LanguagePartDto: 'text title',
      LegacyNotificationDto: 'largeIconUrl notificationMsg richPushHtml title',
      LegacyPush11Dto: 'largeIconUrl notificationMsg platforms registrationId richPushHtml tags title',
      Message:
        'carousel categories emailIysMessageType emailIysRecipientType from iconUrl labels liveActAttrType liveActId message personalizedMessage personalizedSubText personalizedTitle platforms senderName slider smsHeader smsIysMessageType smsIysRecipientType subject text threadId title ttl type wpChromeImage',
      PageActionDto: 'action deepLinkUrl deeplinkType url',
      WhatsAppMediaDto: 'filename id link',
      WhatsAppTemplateDto: 'components languages.*',
    },
  },
  target: {
    bound: 'the bytes of the body, 100,000 values, 1,000 keys in an object, and 64 levels',
    test: 'test/attacks/oversized-bodies.http-spec.ts',
    fields: {
      AddressDto: 'chatAddress email msisdn whatsappId wpNumber',
      AttributeTestDto: 'atLeast atMost',
      ConditionDto: '$after $and $before $between $contains $gt $gte $lt $lte $nor $not $or',
      ConditionsDto: '$and $nor $not $or *',
      EventClauseDto: 'from name to where.*',
      GroupedTargetDto: 'event product',
      LegacyTargetDto: 'platforms tags',
      ProductClauseDto: 'brand categoryId categoryName currency from price productId productName to variant',
      SeenDto: 'from to',
      SegmentTargetDto: 'event product',
    },
  },
  request: {
    bound: 'the bytes of the body, or of the line of a request',
    test: 'test/attacks/edge/longest-bodies.http-spec.ts',
    fields: {
      '/panel/1.0/apps/{app}/erasures?after': '',
      AttributeInputDto: 'options',
      DeleteValueDto: 'value',
      Message: 'mapping',
      SendWithFilesDto: 'mailAttachment',
      TagUsersDto: 'tag',
    },
  },
};

/** Fields with an address, by class or by their place in an application file, and who connects to it. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  '/panel/1.0/live?topics': 'no address',
  'AndroidPartDto.mediaUrl': 'the recipient',
  'AndroidPartDto.thumbnailUrl': 'the recipient',
  'BlockDto.link': 'the recipient',
  'BlockDto.url': 'the recipient',
  'CarouselPageDto.itemImageUrl': 'the recipient',
  'ClickActionDto.deeplink': 'the recipient',
  'ClickActionDto.url': 'the recipient',
  'InnerBlockDto.link': 'the recipient',
  'InnerBlockDto.url': 'the recipient',
  'IosPartDto.mediaUrl': 'the recipient',
  'IosPartDto.thumbnailUrl': 'the recipient',
  'LegacyNotificationDto.largeIconUrl': 'the recipient',
  'LegacyPush11Dto.largeIconUrl': 'the recipient',
  LinkTokenDto: 'no address',
  'Message.iconUrl': 'the recipient',
  'Message.wpChromeImage': 'the recipient',
  'NewKeyDto.origins': 'nobody: compared with the origin of a request',
  'PageActionDto.deepLinkUrl': 'the recipient',
  'PageActionDto.deeplinkType': 'no address',
  'PageActionDto.url': 'the recipient',
  'RegionValueDto.url': 'the recipient',
  'RichPieceDto.link': 'the recipient',
  TopicsQueryDto: 'no address',
  TopicWishDto: 'no address',
  'TopicWishDto.topic': 'no address',
  'WhatsAppMediaDto.link': 'WhatsApp, which fetches the file',
  'file.caps.topics': 'no address',
  'file.channels.apns.topic': 'no address',
  'file.channels.chat.webhookSecret': 'no address',
  'file.channels.sms.baseUrl': 'a host of infobip.com: libs/channels/providers/infobip/infobip-credentials.ts',
  'file.channels.sms.url': 'Herald: libs/channels/providers/http/http-protocol.ts',
  'file.channels.smtp.dkim.domain': 'nobody: a name in mails',
  'file.channels.smtp.domainRatePerSecond': 'no address',
  'file.channels.smtp.fromDomains': 'nobody: a name in mails',
  'file.channels.smtp.host': 'Herald: libs/channels/providers/smtp/relay-socket.ts',
  'file.channels.smtp.region': 'a host of amazonaws.com: libs/channels/providers/ses/ses-credentials.ts',
  'file.channels.smtp.topicArn': 'Herald: libs/channels/providers/ses/sns-client.ts',
  'file.channels.smtp.url': 'Herald: libs/channels/providers/http/http-protocol.ts',
  'file.hooks.url': 'Herald: libs/delivery/webhooks/webhook-client.ts',
  'file.keys.origins': 'nobody: compared with the origin of a request',
  'file.settings.brand.privacyUrl': 'the recipient',
  'file.settings.iconUrl': 'the recipient',
};

/** Files that open connections, and where the host comes from. */
export const CONNECTIONS: Readonly<Record<string, string>> = {
  'apps/gateway/pages/home-state.ts': 'this machine: health of its own processes',
  'apps/gateway/start.ts': 'none: it accepts connections',
  'apps/gateway/tls/tls-files.ts': 'none: it reads certificates',
  'libs/channels/providers/fcm/fcm-access.ts': 'Google, in the library',
  'libs/channels/providers/ses/ses-mail.ts': 'nobody: it writes a mail',
  'libs/channels/providers/ses/ses-client.ts': 'a host of amazonaws.com',
  'libs/channels/providers/ses/sns-client.ts': 'application: SNS in the region of its topic',
  'libs/channels/providers/smtp/check-smtp.ts': 'relay-socket.ts opens the connection',
  'libs/channels/providers/smtp/relay-socket.ts': 'application: host and port of its relay',
  'libs/channels/providers/smtp/smtp.sender.ts': 'relay-socket.ts opens the connection',
  'libs/channels/providers/twilio/twilio-http.ts': 'Twilio, over http1-pool.ts',
  'libs/channels/transport/http1-pool.ts':
    'application: url of the provider http, push services of browsers; else the host of a provider',
  'libs/channels/transport/node-session.ts': 'APNs, FCM and Push Kit, by constants',
  'libs/channels/transport/own-session.ts': 'APNs, FCM and Push Kit, by constants',
  'libs/delivery/accounts/simulator-origins.service.ts': 'operator: SIMULATOR_HOST',
  'libs/delivery/engagement/machines/ranges-client.ts': 'operator: herald ranges update --from URL',
  'libs/delivery/webhooks/webhook-client.ts': 'application: url of a webhook',
  'libs/members/oidc/oidc-provider.service.ts': 'operator: OIDC_ISSUER',
  'libs/simulation/simulators/simulator-client.ts': 'operator: SIMULATOR_HOST',
};
