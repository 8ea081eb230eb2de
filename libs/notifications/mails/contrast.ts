/** Ink and paper of a button, by which of them is read better on its colour (WCAG 2.2, "contrast ratio"). */
export function contrastOf(color: string): '#ffffff' | '#1b1f24' {
  const light = luminanceOf(color);
  return 1.05 / (light + 0.05) >= (light + 0.05) / (luminanceOf('#1b1f24') + 0.05) ? '#ffffff' : '#1b1f24';
}

/** Relative luminance (WCAG 2.2). @param color  `#rrggbb` */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
