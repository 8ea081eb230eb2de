/** A rectangle of a picture in its pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Size = Pick<Area, 'width' | 'height'>;
/** The fields as they are typed. */
export type AreaTexts = Record<keyof Area, string>;

/** Shapes of places for pictures: width by height. The first is the picture's own. */
export const SHAPES = { own: 0, wide: 2, screen: 16 / 9, photo: 4 / 3, square: 1 } as const;
export type Shape = keyof typeof SHAPES;

/** The largest part of a shape, in the middle of a picture. */
export function centreOf({ width, height }: Size, shape: Shape): Area {
  const ratio = SHAPES[shape];
  const part =
    ratio === 0
      ? { width, height }
      : width > height * ratio
        ? { width: Math.max(1, Math.round(height * ratio)), height }
        : { width, height: Math.max(1, Math.round(width / ratio)) };
  return { left: Math.floor((width - part.width) / 2), top: Math.floor((height - part.height) / 2), ...part };
}

/** @returns undefined where the texts name no part of the picture */
export function readArea(texts: AreaTexts, { width, height }: Size): Area | undefined {
  const area = {
    left: numberOf(texts.left),
    top: numberOf(texts.top),
    width: numberOf(texts.width),
    height: numberOf(texts.height),
  };
  const isInside = area.left + area.width <= width && area.top + area.height <= height;
  return isInside && area.width > 0 && area.height > 0 ? area : undefined;
}

export function textsOf({ left, top, width, height }: Area): AreaTexts {
  return { left: String(left), top: String(top), width: String(width), height: String(height) };
}

function numberOf(text: string): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}

/** The name of the part of a file: `banner.png` gives `banner-crop.png`. @param type  a media type of a picture */
export function nameOfPart(name: string, type: string): string {
  const ending = type === 'image/jpeg' ? 'jpg' : type.replace('image/', '');
  return `${name.replace(/\.\w{1,5}$/, '')}-crop.${ending}`;
}
