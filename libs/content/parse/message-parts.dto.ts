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
import type { JsonObject } from '../model/message.types.js';
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

/** What a tap opens: a page in a web view, or a place in the application. */
export class ClickActionDto {
  @IsOptional() @LenientText() @OpensPage() url?: string;

  @IsOptional()
  @LenientText()
  @OpensPage()
  @ExcludesField('url', "Field '$object' takes one of url and deeplink")
  deeplink?: string;
}

export class PageActionDto {
  @Allow() @IsOptional() @Unread() action?: unknown;
  @IsOptional() @LenientText() @OpensPage() deepLinkUrl?: string;
  @IsOptional() @LenientText() @OpensPage() url?: string;
  @Allow() @IsOptional() @Unread() deeplinkType?: unknown;
}

/** One page of a carousel or slider; the two differ only in which fields clients give. */
export class CarouselPageDto {
  @IsOptional() @FalseIsAbsent() @Nested(() => PageActionDto) clickAction?: PageActionDto;
  @IsOptional() @LenientText() title?: string;
  @IsOptional() @LenientText() content?: string;
  @IsOptional() @LenientText() itemImageUrl?: string;
}

/** Pages of a carousel or slider. */
export function Pages(): PropertyDecorator {
  return compose(
    IsOptional(),
    FalseIsAbsent(),
    NestedList(() => CarouselPageDto, { message: "Field '$property' should be an array" }),
  );
}

/** What one mobile platform shows, and how many of its users get it. */
class MobilePartDto {
  @IsOptional() @LenientText() title?: string;
  @IsOptional() @LenientText() subtitle?: string;
  @IsOptional() @LenientText() mediaUrl?: string;
  @IsOptional()
  @LenientText()
  @Describe({ description: 'Of the sounds of the application, or `default`' })
  sound?: string;
  @IsOptional() @LenientText() thumbnailUrl?: string;
  @Pages() carousel?: CarouselPageDto[];
  @Pages() slider?: CarouselPageDto[];
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
  badge?: number;
}

export class AndroidPartDto extends MobilePartDto {
  @LenientBoolean() vibration?: boolean;
  @IsOptional() @LenientText() bigText?: string;
}

export class LanguagePartDto {
  @IsOptional() @LenientText() title?: string;
  @IsOptional() @LenientText() text?: string;
  @IsOptional() @FalseIsAbsent() @Nested(() => ClickActionDto) click?: ClickActionDto;
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
  @LenientText() name!: string;
  @LenientTextMap()
  @Describe({ description: 'Sent with the results. Placeholders are filled from the parameters of the send' })
  params?: Map<string, string>;
}

export class TrackingDto {
  @LenientBoolean() opens?: boolean;
  @LenientBoolean() clicks?: boolean;
}
