import { Describe, Text } from '#platform/validation';

export class WebPushDto {
  @Text()
  @Describe({
    description: '`applicationServerKey` of `PushManager.subscribe()`: a P-256 point in base64url (RFC 8292)',
    example: 'BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk',
  })
  publicKey!: string;
}
