import { useEffect, useState } from 'react';
import { sourceOf, type ListedPicture } from '../../api/media/media.js';
import { nameOfPart, type Area } from './area.js';

/** Quality of kinds that lose some: close to the whole. */
const QUALITY = 0.92;

/** Loads a picture as browsers show it, turned as its file says. @returns undefined until it is there */
export function useImage(picture: ListedPicture): HTMLImageElement | undefined {
  const [image, setImage] = useState<HTMLImageElement>();
  const source = sourceOf(picture);
  useEffect(() => {
    const loading = new Image();
    loading.addEventListener('load', () => setImage(loading), { once: true });
    loading.src = source;
  }, [source]);
  return image;
}

/** Draws a part of a picture in its own pixels. */
export function drawPart(canvas: HTMLCanvasElement, image: HTMLImageElement, { left, top, width, height }: Area): void {
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, width, height);
}

/** The drawn part as a file of the picture's own kind; browsers that cannot write it make a PNG. */
export async function fileOf(canvas: HTMLCanvasElement, { name, type }: ListedPicture): Promise<File> {
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('No picture was made'))), type, QUALITY);
  });
  return new File([blob], nameOfPart(name, blob.type), { type: blob.type });
}
