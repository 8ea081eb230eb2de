import { DefinitionDto } from '#libs/content/parse';
import { CheckedFirst, Describe, DescribeBody, Int, MayStandIn } from '#platform/validation';

const MAX_KEY = 2 ** 31 - 1;

/** A definition that takes the place of a stored one. */
@MayStandIn('message', () => DefinitionDto)
@CheckedFirst('notificationKey', 'title', 'message', 'text', 'platforms')
@DescribeBody({
  description: 'The whole definition: what is left out is removed',
  example: {
    notificationKey: 1000,
    title: 'Order shipped',
    message: 'Your order @{order} is on its way',
    platforms: ['IOS', 'ANDROID'],
    click: { deeplink: 'shop://orders/@{order}' },
    ios: { mediaUrl: 'https://shop.example/parcel.png' },
    languages: { tr: { title: 'Siparişiniz yolda', text: 'Siparişiniz @{order} yola çıktı' } },
  },
})
export class ChangedDefinitionDto extends DefinitionDto {
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Key of the definition', example: 1000 })
  notificationKey!: number;
}
