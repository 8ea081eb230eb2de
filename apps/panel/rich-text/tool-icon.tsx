import css from '../kit/layout/icon.module.css';

/** Strokes on a field of 20 by 20. They are loaded with the editor: no other screen shows them. */
const SHAPES = {
  bold: 'M6 4h5a3 3 0 010 6H6zM6 10h6a3 3 0 010 6H6z',
  italic: 'M9 4h6M5 16h6M12 4L8 16',
  link: 'M8 12l4-4M9 6l2-2a3.5 3.5 0 015 5l-2 2M11 14l-2 2a3.5 3.5 0 01-5-5l2-2',
};

/** The picture of a tool, whose button has the name. */
export function ToolIcon({ shape }: { shape: keyof typeof SHAPES }) {
  return (
    <svg className={css['icon']} viewBox="0 0 20 20" aria-hidden="true">
      <path d={SHAPES[shape]} />
    </svg>
  );
}
