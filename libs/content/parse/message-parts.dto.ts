import { Allow, IsInt, IsOptional, IsString, Min, ValidateIf } from 'class-validator';
import { isJsonObject } from '#platform/collections';
import {
  CheckedFirst,
  Describe,
  FalseIsAbsent,
  Nested,
  NestedList,
  NestedMap,
  Normalize,
  OtherFields,
  compose,
} from '#platform/validation';
import type { JsonObject } from '../model/json.types.js';
import { isPlatform } from '../model/platforms.js';
import { cleanText } from '../model/clean-values.js';
import {
  AsMap,
  Count,
  ExcludesField,
  LenientBoolean,
  LenientJsonMap,
  LenientText,
  LenientTextMap,
  OpensPage,
  Unread,
} from './lenient.decorators.js';

/** The action of a tap: a page in a web view, or a place in the application. */
export class ClickActionDto {
  @IsOptional()
  @LenientText()
  @OpensPage()
  @Describe({ description: 'Page that is opened in a web view' })
  url?: string;

  @IsOptional()
  @LenientText()
  @OpensPage()
  @ExcludesField('url', "Field '$object' takes one of url and deeplink")
  @Describe({ description: 'Place in the app, with `@{attribute}` for values of the user' })
  deeplink?: string;
}

export class PageActionDto {
  @Allow() @IsOptional() @Unread() action?: unknown;
  @IsOptional() @LenientText() @OpensPage() @Describe({ description: 'Place in the app' }) deepLinkUrl?: string;
  @IsOptional()
  @LenientText()
  @OpensPage()
  @Describe({ description: 'Page that is opened in a web view' })
  url?: string;
  @Allow() @IsOptional() @Unread() deeplinkType?: unknown;
}

/** One page of a carousel or slider; the two differ only in which fields clients give. */
export class CarouselPageDto {
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => PageActionDto)
  @Describe({ description: 'What a tap on the page opens' })
  clickAction?: PageActionDto;
  @IsOptional() @LenientText() @Describe({ description: 'Title of the page' }) title?: string;
  @IsOptional() @LenientText() @Describe({ description: 'Text of the page' }) content?: string;
  @IsOptional() @LenientText() @Describe({ description: 'Image of the page' }) itemImageUrl?: string;
}

/** Pages of a carousel or slider. */
export function Pages(): PropertyDecorator {
  return compose(
    IsOptional(),
    FalseIsAbsent(),
    NestedList(() => CarouselPageDto, { message: "Field '$property' should be an array" }),
  );
}

/** The content for one mobile platform, and how many of its users get it. */
class MobilePartDto {
  @IsOptional() @LenientText() @Describe({ description: 'Title of the notification' }) title?: string;
  @IsOptional() @LenientText() @Describe({ description: 'Second line of the title' }) subtitle?: string;
  @IsOptional()
  @LenientText()
  @Describe({ description: 'Image, video or sound that is shown with it' })
  mediaUrl?: string;
  @IsOptional()
  @LenientText()
  @Describe({ description: 'Of the sounds of the application, or `default`' })
  sound?: string;
  @IsOptional() @LenientText() @Describe({ description: 'Small image beside the text' }) thumbnailUrl?: string;
  @Pages() @Describe({ description: 'Pages to swipe through' }) carousel?: CarouselPageDto[];
  @Pages() @Describe({ description: 'Pages that change by themselves' }) slider?: CarouselPageDto[];
  @IsOptional()
  @Count()
  @Describe({ description: 'Of a bulk send: users of this platform at most, drawn at random' })
  limit?: number;
}

const BADGE = { message: "Field '$property' should be a boolean or a whole number" };

export class IosPartDto extends MobilePartDto {
  @IsOptional()
  @Normalize((value) => (value === true ? 1 : value === false ? undefined : value))
  @IsInt(BADGE)
  @Min(0, BADGE)
  @Describe({ schema: { oneOf: [{ type: 'boolean' }, { type: 'integer', minimum: 0 }] } })
  @Describe({ description: 'Number on the icon of the app; true is 1' })
  badge?: number;
}

export class AndroidPartDto extends MobilePartDto {
  @LenientBoolean() @Describe({ description: 'Whether the device vibrates' }) vibration?: boolean;
  @IsOptional() @LenientText() @Describe({ description: 'Text of the expanded notification' }) bigText?: string;
}

export class LanguagePartDto {
  @IsOptional() @LenientText() @Describe({ description: 'Title in this language' }) title?: string;
  @IsOptional() @LenientText() @Describe({ description: 'Text in this language' }) text?: string;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => ClickActionDto)
  @Describe({ description: 'What a tap opens in this language' })
  click?: ClickActionDto;
}

/** The buttons of one set: beside the named fields each button by its name, with the address that it opens. */
class ButtonsDto {
  @LenientTextMap()
  @Describe({ description: 'New names by the defined ones' })
  buttonNames?: Map<string, string>;

  @LenientJsonMap()
  @Describe({ description: 'What a tap sets on the user, by the name of the button' })
  setAttrOrTag?: Map<string, JsonObject>;

  @OtherFields((name) => !isPlatform(name))
  @AsMap((value) => (typeof value === 'string' ? cleanText(value) : value))
  @IsString({ each: true })
  @OpensPage({ each: true })
  urls!: Map<string, string>;
}

const ID = { message: "Field '$property' should be a whole number" };
const ID_TEXT = { description: 'Of the button sets of the application' };

/** The button set of one browser platform. */
@CheckedFirst('id')
export class PlatformButtonSetDto extends ButtonsDto {
  @FalseIsAbsent() @IsInt(ID) @Min(1, ID) @Describe(ID_TEXT) id!: number;
}

/** A button set for all platforms, or one for each browser platform under its name (interface, section 2.7). */
@CheckedFirst('id')
export class ButtonSetDto extends ButtonsDto {
  @FalseIsAbsent()
  @ValidateIf((set: ButtonSetDto) => set.id !== undefined || set.platforms.size === 0)
  @IsInt(ID)
  @Min(1, ID)
  @Describe(ID_TEXT)
  id?: number;

  @OtherFields((name, value) => isPlatform(name) && isJsonObject(value))
  @NestedMap(() => PlatformButtonSetDto)
  platforms!: Map<string, PlatformButtonSetDto>;
}

export class HookDto {
  @LenientText() @Describe({ description: 'Of a webhook of the application' }) name!: string;
  @LenientTextMap()
  @Describe({ description: 'Sent with the results. Placeholders are filled from the parameters of the send' })
  params?: Map<string, string>;
}

export class TrackingDto {
  @LenientBoolean() @Describe({ description: 'Whether opens of e-mails are counted' }) opens?: boolean;
  @LenientBoolean() @Describe({ description: 'Whether clicks on links are counted' }) clicks?: boolean;
}
